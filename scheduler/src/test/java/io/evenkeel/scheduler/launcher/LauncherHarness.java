package io.evenkeel.scheduler.launcher;

import io.evenkeel.command.Command;
import io.evenkeel.config.SettingCatalog;
import io.evenkeel.config.SettingGroup;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;

/** Runs the launcher in the test's JVM and keeps what it said. Confined to the test's thread. */
final class LauncherHarness {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Properties properties = new Properties();
    private final Map<String, String> variables = new HashMap<>();
    private final List<ExampleProgram> examples = new ArrayList<>();
    private final List<Command> commands = new ArrayList<>();

    LauncherHarness withExample(ExampleProgram example) {
        examples.add(example);
        return this;
    }

    LauncherHarness withCommand(Command command) {
        commands.add(command);
        return this;
    }

    LauncherHarness withVariable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    LauncherHarness withConfDirectory(Path directory) {
        return withVariable("EVENKEEL_CONF_DIR", directory.toString());
    }

    Surroundings surroundings() {
        return new Surroundings(
                InputStream.nullInputStream(),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                variables,
                properties,
                SettingCatalog.of(ServiceLoader.load(SettingGroup.class)),
                examples,
                commands);
    }

    /** Runs it and returns the process's exit code. */
    int run(String... arguments) {
        return new Launcher(surroundings()).run(arguments);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** What the program was handed. */
    Properties properties() {
        return properties;
    }
}
