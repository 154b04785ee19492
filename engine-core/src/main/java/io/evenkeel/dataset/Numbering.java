package io.evenkeel.dataset;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.operator.NumberOperator;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.record.Pair;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Numbers rows. Stateless. */
final class Numbering {

    private Numbering() {}

    private static <T> SerializableBiFunction<Long, T, Pair<T, Long>> behind() {
        return (number, row) -> new Pair<>(row, number);
    }

    /** From 0 without gaps; counts first where there is more than one partition. */
    static <T> PlanNode byIndex(Dataset<T> rows, CallSite site) {
        int partitions = rows.node.partitions();
        if (partitions == 1) {
            return rows.pipeInOrder(
                    site, new NumberOperator<T, Pair<T, Long>>("zipWithIndex", new long[1], 1, new long[0], behind()));
        }
        TreeMap<PartitionIndex, Long> counts = new TreeMap<>();
        rows.session.<T, Long>run(rows.node, Actions.countEach(), site, counts::put);
        long[] expected = counts.values().stream().mapToLong(Long::longValue).toArray();
        long[] first = new long[partitions];
        for (int partition = 1; partition < partitions; partition++) {
            first[partition] = first[partition - 1] + expected[partition - 1];
        }
        return rows.pipeInOrder(
                site, new NumberOperator<T, Pair<T, Long>>("zipWithIndex", first, 1, expected, behind()));
    }

    /** With gaps where partitions differ in length. */
    static <T> PlanNode unique(Dataset<T> rows, CallSite site) {
        int partitions = rows.node.partitions();
        return rows.pipeInOrder(
                site,
                new NumberOperator<T, Pair<T, Long>>(
                        "zipWithUniqueId",
                        LongStream.range(0, partitions).toArray(),
                        partitions,
                        new long[0],
                        behind()));
    }

    /** Each row made something else together with one of so many numbers, which are dealt out in turn. */
    static <T, R> PlanNode dealt(
            Dataset<T> rows, CallSite site, String name, int numbers, SerializableBiFunction<Long, T, R> function) {
        long[] first = IntStream.range(0, rows.node.partitions()).asLongStream().toArray();
        SerializableBiFunction<Long, T, R> wrapped = (number, row) -> function.apply(number % numbers, row);
        return rows.pipeInOrder(site, new NumberOperator<>(name, first, 1, new long[0], wrapped));
    }
}
