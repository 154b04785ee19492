package io.evenkeel.examples.table;

import io.evenkeel.dataset.CsvWriter;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.examples.Arguments;
import io.evenkeel.scheduler.launcher.UsageException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The command line of a program that turns tables into a table. Immutable. */
record TableArguments(Arguments arguments) {

    static final String OVERWRITE = "--overwrite";
    static final String PARTITIONS = "--partitions";
    static final String STRATEGY = "--strategy";

    static TableArguments parse(List<String> arguments, int operands, String... options) {
        Set<String> known = new TreeSet<>(List.of(options));
        known.add(PARTITIONS);
        Arguments parsed = Arguments.parse(arguments, Set.of(OVERWRITE), known);
        if (parsed.operands().size() != operands) {
            throw new UsageException(operands + " paths are needed, not " + parsed.operands());
        }
        return new TableArguments(parsed);
    }

    String operand(int place) {
        return arguments.operands().get(place);
    }

    /** An option that must be given. */
    String required(String option) {
        String value = arguments.options().get(option);
        if (value == null) {
            throw new UsageException(option + " is needed");
        }
        return value;
    }

    /** An option that is one of some words. */
    String choice(String option, List<String> choices) {
        String value = arguments.options().getOrDefault(option, choices.get(0));
        if (!choices.contains(value)) {
            throw new UsageException(option + " is one of " + String.join(", ", choices) + ", not '" + value + "'");
        }
        return value;
    }

    /** As many partitions as were asked for, where that was asked for; the rows must come out of a shuffle. */
    <T> Dataset<T> dealt(Dataset<T> rows) {
        long partitions = arguments.positive(PARTITIONS, 0);
        if (partitions > Integer.MAX_VALUE) {
            throw new UsageException(PARTITIONS + " is too large: " + partitions);
        }
        return partitions == 0 ? rows : rows.repartition((int) partitions);
    }

    /** Where the result goes. */
    <T> CsvWriter<T> output(Dataset<T> rows, String directory) {
        return rows.writeCsv(directory).overwrite(arguments.has(OVERWRITE));
    }
}
