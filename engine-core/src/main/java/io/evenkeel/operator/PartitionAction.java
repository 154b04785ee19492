package io.evenkeel.operator;

import io.evenkeel.record.Records;
import java.io.Serializable;

/**
 * What a job does with the rows of each partition; the answer travels to the driver.
 *
 * @param <T> rows
 * @param <R> answer per partition; null stands for none
 */
@FunctionalInterface
public interface PartitionAction<T, R> extends Serializable {

    R run(Records<T> rows, TaskContext context) throws Exception;

    /** How much of the partitioning shows in what becomes of the answers. */
    default PartitionSight sight() {
        return PartitionSight.NUMBERS;
    }

    /** An action whose answers are put together without regard to how many there are. */
    static <T, R> PartitionAction<T, R> ofAnyPartitions(PartitionAction<T, R> action) {
        return new OfAnyPartitions<>(action);
    }
}
