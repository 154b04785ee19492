package io.evenkeel.scheduler.launcher;

import io.evenkeel.command.Command;
import io.evenkeel.config.EditDistance;
import io.evenkeel.config.SettingCatalog;
import io.evenkeel.config.SettingGroup;
import io.evenkeel.error.EngineException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line: reads it, resolves the settings and runs the program in this JVM. A composition root: services are
 * loaded here. Confined to the main thread.
 */
public final class Launcher {

    private static final int OUTPUT_BUFFER_BYTES = 1 << 16;

    private final Surroundings surroundings;

    Launcher(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Runs a command and ends the JVM with its exit code; after success the program's own threads may go on. */
    public static void main(String[] arguments) {
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), OUTPUT_BUFFER_BYTES),
                false,
                StandardCharsets.UTF_8);
        Surroundings surroundings = new Surroundings(
                System.in,
                out,
                err,
                System.getenv(),
                System.getProperties(),
                SettingCatalog.of(ServiceLoader.load(SettingGroup.class)),
                services(ExampleProgram.class),
                services(Command.class));
        int exitCode = new Launcher(surroundings).run(arguments);
        if (exitCode != ExitCode.DONE.value()) {
            System.exit(exitCode);
        }
    }

    private static <T> List<T> services(Class<T> type) {
        return ServiceLoader.load(type).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** Runs a command and returns the exit code of the process. */
    int run(String... arguments) {
        Optional<Command> command = arguments.length == 0 ? Optional.empty() : surroundings.command(arguments[0]);
        int exitCode = command.isPresent()
                ? command.get().run(List.of(arguments).subList(1, arguments.length), surroundings.streams())
                : parseAndRun(arguments).value();
        surroundings.out().flush();
        if (surroundings.out().checkError() && exitCode == ExitCode.DONE.value()) {
            surroundings.tell("standard output was closed or full before everything was written");
            return ExitCode.JOB_FAILED.value();
        }
        return exitCode;
    }

    private ExitCode parseAndRun(String[] arguments) {
        CommandLine line = CommandGrammar.create(surroundings.commands());
        ParseResult parsed;
        try {
            parsed = line.parseArgs(arguments);
        } catch (ParameterException e) {
            return wrongUsage(e.getCommandLine(), complaint(e));
        }
        CommandLine command =
                parsed.hasSubcommand() ? parsed.subcommand().commandSpec().commandLine() : line;
        if (command.isUsageHelpRequested()) {
            command.usage(surroundings.out());
            return ExitCode.DONE;
        }
        if (command.isVersionHelpRequested()) {
            surroundings.out().println(version());
            return ExitCode.DONE;
        }
        if (!parsed.hasSubcommand()) {
            return wrongUsage(line, "a command is missing");
        }
        return run(command, parsed.subcommand());
    }

    private ExitCode run(CommandLine command, ParseResult parsed) {
        RunRequest request = RunRequest.of(parsed);
        try {
            return switch (command.getCommandName()) {
                case CommandGrammar.SUBMIT -> new ProgramRun(surroundings, request).submit();
                case CommandGrammar.EXAMPLE ->
                    parsed.hasMatchedOption(CommandGrammar.LIST)
                            ? listExamples()
                            : new ProgramRun(surroundings, request).example();
                default ->
                    new ConfigurationReport(surroundings, request)
                            .print(parsed.hasMatchedOption(CommandGrammar.MARKDOWN));
            };
        } catch (LaunchException e) {
            surroundings.tell(String.valueOf(e.getMessage()));
            return e.exitCode();
        } catch (EngineException e) {
            // Of the launcher itself: a program's failures are dealt with where it is run.
            surroundings.tell(String.valueOf(e.getMessage()));
            return ExitCode.WRONG_USAGE;
        }
    }

    private ExitCode listExamples() {
        surroundings
                .examples()
                .forEach(example -> surroundings.out().printf("%-20s %s%n", example.name(), example.summary()));
        return ExitCode.DONE;
    }

    private ExitCode wrongUsage(CommandLine command, String complaint) {
        String name = command.getCommandSpec().qualifiedName(" ");
        surroundings.tell(complaint + "; '" + name + " --help' says what is possible");
        return ExitCode.WRONG_USAGE;
    }

    /** What is wrong, with the nearest known name if it is about one. */
    private static String complaint(ParameterException problem) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return String.valueOf(problem.getMessage());
        }
        String word = unmatched.getUnmatched().get(0);
        CommandLine command = problem.getCommandLine();
        if (!word.startsWith("-")) {
            return "unknown command '" + word + "'"
                    + nearest(word, List.copyOf(command.getSubcommands().keySet()));
        }
        int equals = word.indexOf('=');
        String flag = equals < 0 ? word : word.substring(0, equals);
        List<String> flags = new ArrayList<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            flags.addAll(List.of(option.names()));
        }
        return "unknown flag '" + flag + "'" + nearest(flag, flags);
    }

    private static String nearest(String word, List<String> known) {
        return EditDistance.nearest(word, known)
                .map(name -> ", the nearest known one is '" + name + "'")
                .orElse("");
    }

    private static String version() {
        String version = Launcher.class.getPackage().getImplementationVersion();
        return "evenkeel " + (version == null ? "(unpackaged)" : version) + ", Java " + Runtime.version();
    }
}
