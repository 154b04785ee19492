package io.evenkeel.examples;

import io.evenkeel.scheduler.launcher.UsageException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The command line of an example that turns text into text: {@code [--overwrite] [--partitions N] INPUT OUTPUT}.
 * Immutable.
 *
 * @param overwrite whether an output directory that is there is replaced
 * @param partitions how many output files are wanted
 * @param input file, directory or pattern
 * @param output directory
 */
record TextJobArguments(boolean overwrite, OptionalInt partitions, String input, String output) {

    static final String USAGE = "[--overwrite] [--partitions N] INPUT OUTPUT";

    private static final String OVERWRITE = "--overwrite";
    private static final String PARTITIONS = "--partitions";

    static TextJobArguments parse(List<String> arguments) {
        Arguments parsed = Arguments.parse(arguments, Set.of(OVERWRITE), Set.of(PARTITIONS));
        List<String> operands = parsed.operands();
        if (operands.size() != 2) {
            throw new UsageException(
                    "an input and an output are needed, not " + operands.size() + " paths: " + operands);
        }
        long partitions = parsed.positive(PARTITIONS, 0);
        if (partitions > Integer.MAX_VALUE) {
            throw new UsageException(PARTITIONS + " is too large: " + partitions);
        }
        return new TextJobArguments(
                parsed.has(OVERWRITE),
                partitions == 0 ? OptionalInt.empty() : OptionalInt.of((int) partitions),
                operands.get(0),
                operands.get(1));
    }
}
