package io.evenkeel.command;

import java.util.List;

/**
 * A subcommand of {@code bin/evenkeel}. A service: listed under {@code META-INF/services}, with a public constructor
 * without parameters. Instances are confined to the launcher's main thread.
 */
public interface Command {

    /** What it is called by on the command line: lower-case words joined by hyphens. */
    String name();

    /** One line that says what it does. */
    String summary();

    /**
     * Runs it to its end. It answers {@code --help} itself, reports its errors on {@link CommandStreams#err()} and
     * leaves the streams open.
     *
     * @param arguments what follows the name, as it was written
     * @return the exit code of the process: 0 done, 1 failed, 2 wrong usage or input, others as the command documents
     */
    int run(List<String> arguments, CommandStreams streams);
}
