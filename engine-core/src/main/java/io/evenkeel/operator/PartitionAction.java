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
}
