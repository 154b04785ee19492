package io.evenkeel.operator;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.PulledRows;
import io.evenkeel.record.Records;
import java.util.Iterator;

/**
 * What a function makes of all rows of a partition.
 *
 * @param function is given the number of the partition and its rows
 */
public record PartitionOperator<I, O>(
        String name, SerializableBiFunction<Integer, Iterator<I>, ? extends Iterator<? extends O>> function)
        implements Operator<I, O> {

    @Override
    public Records<O> open(Records<I> input, TaskContext context) throws Exception {
        return new IteratorRecords<O>(
                function.apply(context.partition().value(), new PulledRows<>(input)), input::close);
    }
}
