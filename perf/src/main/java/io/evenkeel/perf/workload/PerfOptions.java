package io.evenkeel.perf.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of {@code perf}. Immutable.
 *
 * @param action run, compare, report or list
 * @param variant empty for the workload's usual one
 * @param engines which engines run
 * @param runs how often each of them
 * @param jvmOptions further options of the JVM that runs
 * @param fresh whether other engines run again although they have run
 * @param page where a report is written
 */
record PerfOptions(
        String action,
        String workload,
        String variant,
        List<String> engines,
        double scale,
        String heap,
        int runs,
        Path directory,
        List<String> jvmOptions,
        boolean fresh,
        Path page) {

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is wrong, saying what is possible
     */
    static PerfOptions parse(List<String> arguments) {
        String action = arguments.isEmpty() ? "" : arguments.get(0);
        if (!List.of("run", "compare", "report", "list").contains(action)) {
            throw new IllegalArgumentException("run, compare, report or list comes first, not '" + action + "'");
        }
        String workload = "";
        String variant = "";
        List<String> engines = List.of("evenkeel");
        double scale = 1;
        String heap = "4g";
        int runs = action.equals("compare") ? 3 : 1;
        Path directory = Path.of(System.getProperty("java.io.tmpdir"), "evenkeel-perf");
        List<String> jvmOptions = new ArrayList<>();
        boolean fresh = false;
        Path page = Path.of("docs", "performance.md");
        for (int i = 1; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            switch (argument) {
                case "--variant" -> variant = value(arguments, ++i);
                case "--engine", "--engines" ->
                    engines = List.of(value(arguments, ++i).split(","));
                case "--scale" -> scale = positive(argument, value(arguments, ++i));
                case "--heap" -> heap = value(arguments, ++i);
                case "--runs" -> runs = (int) positive(argument, value(arguments, ++i));
                case "--directory" -> directory = Path.of(value(arguments, ++i));
                case "--fresh" -> fresh = true;
                case "--output" -> page = Path.of(value(arguments, ++i));
                case "--jvm-option" -> jvmOptions.add(value(arguments, ++i));
                default -> {
                    if (argument.startsWith("-") || !workload.isEmpty()) {
                        throw new IllegalArgumentException("'" + argument + "' is not understood");
                    }
                    workload = argument;
                }
            }
        }
        return new PerfOptions(
                action, workload, variant, engines, scale, heap, runs, directory, List.copyOf(jvmOptions), fresh, page);
    }

    private static String value(List<String> arguments, int place) {
        if (place >= arguments.size()) {
            throw new IllegalArgumentException(arguments.get(place - 1) + " needs a value");
        }
        return arguments.get(place);
    }

    private static double positive(String flag, String text) {
        try {
            double number = Double.parseDouble(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(flag + " needs a number, not '" + text + "'", e);
        }
        throw new IllegalArgumentException(flag + " must be more than 0, not " + text);
    }
}
