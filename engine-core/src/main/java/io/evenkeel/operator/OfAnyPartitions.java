package io.evenkeel.operator;

import io.evenkeel.record.Records;

/** An action whose answers are put together without regard to how many there are. Immutable. */
record OfAnyPartitions<T, R>(PartitionAction<T, R> action) implements PartitionAction<T, R> {

    @Override
    public R run(Records<T> rows, TaskContext context) throws Exception {
        return action.run(rows, context);
    }

    @Override
    public PartitionSight sight() {
        return PartitionSight.NONE;
    }
}
