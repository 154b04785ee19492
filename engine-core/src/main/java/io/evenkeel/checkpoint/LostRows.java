package io.evenkeel.checkpoint;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.RowSource;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import java.io.Serializable;

/**
 * Stands where a local checkpoint has cut the plan: its rows are kept by executors, and when they are lost there nothing can
 * make them again. Immutable.
 *
 * @param partitions how many there are
 * @param madeAt the call that made the checkpoint
 */
public record LostRows(int partitions, String madeAt) implements RowSource<Object> {

    @Override
    public String describe() {
        return "local checkpoint";
    }

    @Override
    public Serializable split(int partition) {
        return partition;
    }

    @Override
    public Records<Object> open(Serializable split, TaskContext context) {
        throw new EngineException(
                ErrorCode.INPUT_UNREADABLE,
                "partition " + split + " of the local checkpoint of " + madeAt
                        + " is gone, with the executor that held it or by unpersist(), and what made it was not kept."
                        + " checkpoint(directory) survives executors.");
    }
}
