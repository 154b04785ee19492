package io.evenkeel.scheduler.launcher;

import io.evenkeel.command.Command;
import io.evenkeel.command.CommandStreams;
import io.evenkeel.config.SettingCatalog;
import io.evenkeel.event.ConsoleSettings;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * What the launcher finds around itself. Confined to the launcher's main thread.
 *
 * @param in standard input
 * @param out the job's output
 * @param err everything else
 * @param variables environment variables
 * @param properties the JVM's system properties, which hand settings to the program
 * @param catalog all settings
 * @param examples the programs that have names
 * @param commands the subcommands that modules bring along
 */
record Surroundings(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> variables,
        Properties properties,
        SettingCatalog catalog,
        List<ExampleProgram> examples,
        List<Command> commands) {

    /** Directory of the files that hold defaults; set by the start script. */
    private static final String CONF_DIRECTORY = "EVENKEEL_CONF_DIR";

    private static final String DEFAULTS_FILE = "evenkeel-defaults.conf";

    /** Width of the terminal that standard output is; the start script sets it only if it is one. */
    private static final String TERMINAL_COLUMNS = "EVENKEEL_TERMINAL_COLUMNS";

    /** Not empty if standard error is a terminal; set by the start script. */
    private static final String ERROR_TERMINAL = "EVENKEEL_ERROR_TERMINAL";

    private static final String NO_COLOUR = "NO_COLOR";
    private static final int DEFAULT_COLUMNS = 100;

    /** Copies variables and lists. */
    Surroundings {
        variables = Map.copyOf(variables);
        examples = List.copyOf(examples);
        commands = List.copyOf(commands);
    }

    /** The file with default settings, whether it exists or not; empty when not started by the start script. */
    Optional<Path> defaultsFile() {
        return Optional.ofNullable(variables.get(CONF_DIRECTORY)).map(directory -> Path.of(directory, DEFAULTS_FILE));
    }

    Optional<ExampleProgram> example(String name) {
        return examples.stream().filter(example -> example.name().equals(name)).findFirst();
    }

    Optional<Command> command(String name) {
        return commands.stream().filter(command -> command.name().equals(name)).findFirst();
    }

    /** What a subcommand reads from and writes to. */
    CommandStreams streams() {
        String columns = variables.getOrDefault(TERMINAL_COLUMNS, "");
        boolean terminal =
                !columns.isEmpty() && variables.getOrDefault(NO_COLOUR, "").isEmpty();
        return new CommandStreams(
                in,
                out,
                err,
                terminal,
                columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : DEFAULT_COLUMNS);
    }

    /** How much is told of running jobs when no setting says it: a progress bar needs a terminal. */
    ConsoleSettings.Level console() {
        return variables.getOrDefault(ERROR_TERMINAL, "").isEmpty()
                ? ConsoleSettings.Level.SUMMARY
                : ConsoleSettings.Level.PROGRESS;
    }

    /** Says something to the user, beside the job's output. */
    void tell(String line) {
        err.println("evenkeel: " + line);
    }
}
