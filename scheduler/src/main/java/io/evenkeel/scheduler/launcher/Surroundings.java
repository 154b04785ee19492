package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.SettingCatalog;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * What the launcher finds around itself. Confined to the launcher's main thread.
 *
 * @param out the job's output
 * @param err everything else
 * @param variables environment variables
 * @param properties the JVM's system properties, which hand settings to the program
 * @param catalog all settings
 * @param examples the programs that have names
 */
record Surroundings(
        PrintStream out,
        PrintStream err,
        Map<String, String> variables,
        Properties properties,
        SettingCatalog catalog,
        List<ExampleProgram> examples) {

    /** Directory of the files that hold defaults; set by the start script. */
    private static final String CONF_DIRECTORY = "EVENKEEL_CONF_DIR";

    private static final String DEFAULTS_FILE = "evenkeel-defaults.conf";

    /** Copies variables and examples. */
    Surroundings {
        variables = Map.copyOf(variables);
        examples = List.copyOf(examples);
    }

    /** The file with default settings, whether it exists or not; empty when not started by the start script. */
    Optional<Path> defaultsFile() {
        return Optional.ofNullable(variables.get(CONF_DIRECTORY)).map(directory -> Path.of(directory, DEFAULTS_FILE));
    }

    Optional<ExampleProgram> example(String name) {
        return examples.stream().filter(example -> example.name().equals(name)).findFirst();
    }

    /** Says something to the user, beside the job's output. */
    void tell(String line) {
        err.println("evenkeel: " + line);
    }
}
