package io.evenkeel.examples;

import io.evenkeel.scheduler.launcher.UsageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What followed an example's name on the command line: flags such as {@code --overwrite}, options such as
 * {@code --partitions 4}, {@code --partitions=4} or {@code -n 4}, and operands; behind {@code --} all are operands. Immutable.
 *
 * @param flags which flags were given
 * @param options values by option; of one given twice the last
 * @param operands the rest, in order
 */
public record Arguments(Set<String> flags, Map<String, String> options, List<String> operands) {

    /** Copies what it is given. */
    public Arguments {
        flags = Set.copyOf(flags);
        options = Map.copyOf(options);
        operands = List.copyOf(operands);
    }

    /**
     * Reads a command line.
     *
     * @throws UsageException if it has a flag or option that is not known, or an option without value
     */
    public static Arguments parse(List<String> arguments, Set<String> knownFlags, Set<String> knownOptions) {
        Set<String> flags = new TreeSet<>();
        Map<String, String> options = new HashMap<>();
        List<String> operands = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (argument.equals("--")) {
                operands.addAll(arguments.subList(i + 1, arguments.size()));
                break;
            } else if (!argument.startsWith("--") && !knownOptions.contains(name)) {
                operands.add(argument);
            } else if (knownFlags.contains(argument)) {
                flags.add(argument);
            } else if (!knownOptions.contains(name)) {
                Set<String> known = new TreeSet<>(knownFlags);
                known.addAll(knownOptions);
                throw new UsageException("unknown flag '" + argument + "'; there are " + String.join(", ", known));
            } else if (equals >= 0) {
                options.put(name, argument.substring(equals + 1));
            } else if (i + 1 < arguments.size()) {
                options.put(name, arguments.get(++i));
            } else {
                throw new UsageException(name + " needs a value");
            }
        }
        return new Arguments(flags, options, operands);
    }

    /** Whether a flag was given. */
    public boolean has(String flag) {
        return flags.contains(flag);
    }

    /** An option's whole number from 1 on, or the default. */
    public long positive(String option, long defaultValue) {
        String text = options.get(option);
        if (text == null) {
            return defaultValue;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new UsageException(option + " is a whole number from 1, not '" + text + "'");
        }
        throw new UsageException(option + " is a whole number from 1, not '" + text + "'");
    }
}
