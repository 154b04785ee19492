package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.ApplicationSettings;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.EditDistance;
import io.evenkeel.config.ResolvedConfiguration;
import io.evenkeel.config.Setting;
import io.evenkeel.event.ConsoleSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One run of a program, from its request to its exit code. Confined to the launcher's main thread. */
final class ProgramRun {

    /** What the start script gave the JVM, as it was written: compared with what the settings say. */
    private static final String APPLIED_MEMORY = "EVENKEEL_APPLIED_DRIVER_MEMORY";

    private static final String APPLIED_OPTIONS = "EVENKEEL_APPLIED_DRIVER_JAVA_OPTIONS";

    private final Surroundings surroundings;
    private final RunRequest request;

    ProgramRun(Surroundings surroundings, RunRequest request) {
        this.surroundings = surroundings;
        this.request = request;
    }

    /** Runs the application jar or example that the first operand names. */
    ExitCode submit() {
        String program = firstOperand("an application jar or the name of an example");
        Optional<ExampleProgram> example = surroundings.example(program);
        boolean isJar = program.endsWith(".jar") || (example.isEmpty() && Files.exists(Path.of(program)));
        return isJar ? runJar(Path.of(program)) : runExample(program, example);
    }

    /** Runs the example that the first operand names. */
    ExitCode example() {
        String program = firstOperand("the name of an example");
        return runExample(program, surroundings.example(program));
    }

    private String firstOperand(String what) {
        if (request.operands().isEmpty()) {
            throw new LaunchException(ExitCode.WRONG_USAGE, what + " is missing; --help says what is possible");
        }
        return request.operands().get(0);
    }

    private List<String> arguments() {
        return request.operands().subList(1, request.operands().size());
    }

    private ExitCode runExample(String name, Optional<ExampleProgram> found) {
        ExampleProgram example = found.orElseThrow(() -> unknownExample(name));
        if (request.mainClass().isPresent()) {
            throw new LaunchException(
                    ExitCode.WRONG_USAGE,
                    CommandGrammar.CLASS + " goes with an application jar, and '" + name + "' is an example");
        }
        List<String> arguments = arguments();
        if (!arguments.isEmpty() && arguments.get(0).equals(CommandGrammar.HELP)) {
            surroundings.out().println("Usage: evenkeel example " + name + " " + example.usage());
            return ExitCode.DONE;
        }
        ResolvedConfiguration resolved = request.resolve(surroundings);
        handOver(resolved, name);
        if (!resolved.configuration().get(LauncherSettings.JARS).isEmpty()) {
            surroundings.tell("no effect on an example: " + SettingFlag.JARS.flag());
        }
        return run("evenkeel example " + name + " " + example.usage(), () -> {
            example.run(arguments, surroundings.out());
        });
    }

    private LaunchException unknownExample(String name) {
        List<String> names =
                surroundings.examples().stream().map(ExampleProgram::name).toList();
        String nearest = EditDistance.nearest(name, names)
                .map(known -> "; the nearest example is '" + known + "', and 'evenkeel example --list' lists all")
                .orElse("");
        return new LaunchException(
                ExitCode.PROGRAM_NOT_FOUND, "'" + name + "' is neither a jar nor the name of an example" + nearest);
    }

    private ExitCode runJar(Path jar) {
        ResolvedConfiguration resolved = request.resolve(surroundings);
        List<Path> libraries = JarPaths.expand(resolved.configuration().get(LauncherSettings.JARS));
        ApplicationJar application = ApplicationJar.open(jar, libraries, request.mainClass());
        handOver(resolved, application.mainClassName());
        if (request.verbose()) {
            surroundings.tell("class path: "
                    + Stream.concat(Stream.of(jar), libraries.stream())
                            .map(Path::toString)
                            .collect(Collectors.joining(", ")));
        }
        String[] arguments = arguments().toArray(String[]::new);
        return run(application.mainClassName() + " [ARGUMENTS]", () -> application.run(arguments));
    }

    /** Hands the settings over to the program, by way of system properties, and says what the user should know. */
    private void handOver(ResolvedConfiguration resolved, String defaultName) {
        Map<String, String> values = resolved.configuration().values();
        values.forEach(surroundings.properties()::setProperty);
        surroundings.properties().putIfAbsent(ApplicationSettings.NAME.key(), defaultName);
        surroundings
                .properties()
                .putIfAbsent(
                        ConsoleSettings.CONSOLE.key(),
                        surroundings.console().name().toLowerCase(Locale.ROOT));
        tellWhatHasNoEffect(resolved);
        if (request.verbose()) {
            surroundings.tell("program: " + defaultName + ", arguments: " + arguments());
            values.forEach((key, value) -> surroundings.tell(
                    key + "=" + value + "  (" + resolved.origins().get(key) + ")"));
        }
    }

    private void tellWhatHasNoEffect(ResolvedConfiguration resolved) {
        String idle = surroundings.catalog().settings().stream()
                .filter(Setting::idleInLocalMode)
                .flatMap(setting -> writtenOnCommandLine(setting, resolved).stream())
                .collect(Collectors.joining(", "));
        Configuration configuration = resolved.configuration();
        if (!idle.isEmpty()) {
            surroundings.tell("no effect in " + configuration.get(ApplicationSettings.MASTER) + ": " + idle);
        }
        tellIfNotApplied(LauncherSettings.DRIVER_MEMORY, APPLIED_MEMORY, configuration);
        tellIfNotApplied(LauncherSettings.DRIVER_JAVA_OPTIONS, APPLIED_OPTIONS, configuration);
    }

    private static Optional<String> writtenOnCommandLine(Setting<?> setting, ResolvedConfiguration resolved) {
        return resolved.originOf(setting)
                .filter(origin -> origin.startsWith("--"))
                .map(origin -> origin.equals(CommandGrammar.CONF) ? origin + " " + setting.key() : origin);
    }

    /** A JVM that runs already can't be given another heap; nobody shall believe it was. */
    private void tellIfNotApplied(Setting<?> setting, String variable, Configuration configuration) {
        String wanted = configuration.values().get(setting.key());
        if (wanted != null && !wanted.equals(surroundings.variables().get(variable))) {
            surroundings.tell("not applied, as Java was started without it: " + setting.key() + "=" + wanted
                    + "; start with bin/evenkeel and write the value plainly, without escapes");
        }
    }

    private ExitCode run(String usage, Program program) {
        try {
            program.run();
            return ExitCode.DONE;
        } catch (LaunchException e) {
            throw e;
        } catch (UsageException e) {
            surroundings.tell(e.getMessage() + System.lineSeparator() + "Usage: " + usage);
            return ExitCode.WRONG_USAGE;
        } catch (Throwable e) {
            surroundings.out().flush();
            new FailureReport(surroundings.err(), request.verbose()).print(e);
            return ExitCode.JOB_FAILED;
        }
    }

    /** The program's own code. */
    private interface Program {
        void run() throws Throwable;
    }
}
