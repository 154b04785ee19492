package io.evenkeel.scheduler.launcher;

import java.io.PrintStream;
import java.util.List;

/**
 * A program that comes with the distribution and is started by its name. A service: listed under
 * {@code META-INF/services}, with a public constructor without parameters. Instances are confined to the launcher's main
 * thread and run at most once.
 */
public interface ExampleProgram {

    /** The name it is started by: lower-case words joined by hyphens. */
    String name();

    /** One line that says what it does. */
    String summary();

    /**
     * What follows the name on the command line, such as {@code INPUT OUTPUT [--overwrite]}; further lines explain it.
     */
    String usage();

    /**
     * Runs it. Settings are found by the session builder; the launcher answers {@code --help} as the first argument
     * itself.
     *
     * @param arguments what follows the name, as it was written
     * @param out the job's output, in UTF-8; the launcher flushes it
     * @throws UsageException if the arguments are wrong
     */
    void run(List<String> arguments, PrintStream out) throws Exception;
}
