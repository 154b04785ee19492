package io.evenkeel.skew.diagnosis;

import io.evenkeel.config.ByteSize;
import io.evenkeel.skew.diagnosis.judge.Severity;
import io.evenkeel.skew.diagnosis.log.ParseLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The command line of {@code diagnose}.
 *
 * @param paths files and directories; {@code -} is standard input
 * @param output file to write to instead of standard output; empty for standard output
 * @param failOn the least severity that gives exit code 4
 * @param compare whether the two paths are two runs to compare
 */
record DiagnoseOptions(
        List<String> paths,
        Format format,
        String output,
        Optional<Severity> failOn,
        boolean compare,
        boolean help,
        boolean redactKeys,
        boolean data,
        String key,
        int partitions,
        ParseLimits limits) {

    private static final int PARTITIONS = 200;
    private static final int MAX_PARTITIONS = 10_000_000;

    /** How the report is written. */
    enum Format {
        TEXT,
        JSON,
        HTML
    }

    /** Copies the paths. */
    DiagnoseOptions {
        paths = List.copyOf(paths);
    }

    /**
     * Reads the arguments; {@code --name value} and {@code --name=value} are the same.
     *
     * @throws IllegalArgumentException if they are wrong; the message says what is right
     */
    static DiagnoseOptions parse(List<String> arguments) {
        return new Parser(arguments).parse();
    }

    private static final class Parser {

        private final List<String> arguments;
        private final List<String> paths = new ArrayList<>();
        private int next;
        private Format format = Format.TEXT;
        private String output = "";
        private Optional<Severity> failOn = Optional.empty();
        private boolean compare;
        private boolean help;
        private boolean redactKeys;
        private boolean data;
        private String key = "";
        private int partitions = PARTITIONS;
        private int maxLineBytes = ParseLimits.DEFAULT.maxLineBytes();
        private int maxTasks = ParseLimits.DEFAULT.maxTasks();

        Parser(List<String> arguments) {
            this.arguments = arguments;
        }

        DiagnoseOptions parse() {
            boolean onlyPaths = false;
            while (next < arguments.size()) {
                String argument = arguments.get(next++);
                if (onlyPaths || argument.equals("-") || !argument.startsWith("-")) {
                    paths.add(argument);
                } else if (argument.equals("--")) {
                    onlyPaths = true;
                } else {
                    option(argument);
                }
            }
            if (!help) {
                checkPaths();
            }
            ParseLimits limits = new ParseLimits(maxLineBytes, maxTasks);
            return new DiagnoseOptions(
                    paths, format, output, failOn, compare, help, redactKeys, data, key, partitions, limits);
        }

        private void checkPaths() {
            if (paths.isEmpty()) {
                throw new IllegalArgumentException(
                        data ? "no data file given" : "no event log given; '-' is standard input");
            }
            if (data == key.isEmpty()) {
                throw new IllegalArgumentException("--data FILE... and --key COLUMN go together");
            }
            if (partitions > MAX_PARTITIONS) {
                throw new IllegalArgumentException("--partitions is at most " + MAX_PARTITIONS);
            }
            if (data && (compare || failOn.isPresent() || paths.contains("-"))) {
                throw new IllegalArgumentException("--data takes files, and neither --compare nor --fail-on");
            }
            if (compare && paths.size() != 2) {
                throw new IllegalArgumentException("--compare takes two event logs, not " + paths.size());
            }
            if (compare && format == Format.HTML) {
                throw new IllegalArgumentException("--compare is written as text or json, not as html");
            }
            if (paths.stream().filter("-"::equals).count() > 1) {
                throw new IllegalArgumentException("standard input can be read once, not twice");
            }
        }

        private void option(String argument) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            switch (name) {
                case "-h", "--help" -> help = true;
                case "--compare" -> compare = true;
                case "--redact-keys" -> redactKeys = true;
                case "--data" -> data = true;
                case "--key" -> key = value(argument, equals);
                case "--partitions" -> partitions = count(name, value(argument, equals));
                case "--format" -> format = choice(name, value(argument, equals), Format.values());
                case "--output", "-o" -> output = value(argument, equals);
                case "--fail-on" -> failOn = Optional.of(severity(name, value(argument, equals)));
                case "--max-line" ->
                    maxLineBytes = Math.toIntExact(Math.max(
                            1,
                            Math.min(
                                    1 << 30,
                                    ByteSize.parse(value(argument, equals), "b").bytes())));
                case "--max-tasks" -> maxTasks = count(name, value(argument, equals));
                default -> throw new IllegalArgumentException("unknown option " + name);
            }
        }

        private String value(String argument, int equals) {
            if (equals >= 0) {
                return argument.substring(equals + 1);
            }
            if (next == arguments.size()) {
                throw new IllegalArgumentException(argument + " needs a value");
            }
            return arguments.get(next++);
        }

        private static Severity severity(String name, String value) {
            Severity severity = choice(name, value, Severity.values());
            if (severity == Severity.NONE) {
                throw new IllegalArgumentException(name + " is minor, moderate or severe, not none");
            }
            return severity;
        }

        private static <E extends Enum<E>> E choice(String name, String value, E[] choices) {
            List<String> names = new ArrayList<>();
            for (E choice : choices) {
                String text = choice.name().toLowerCase(Locale.ROOT);
                if (text.equals(value)) {
                    return choice;
                }
                names.add(text);
            }
            throw new IllegalArgumentException(
                    name + " is one of " + String.join(", ", names) + ", not '" + value + "'");
        }

        private static int count(String name, String value) {
            try {
                int count = Integer.parseInt(value);
                if (count > 0) {
                    return count;
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(name + " is a number from 1 on, not '" + value + "'", e);
            }
            throw new IllegalArgumentException(name + " is a number from 1 on, not '" + value + "'");
        }
    }
}
