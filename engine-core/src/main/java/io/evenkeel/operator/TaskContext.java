package io.evenkeel.operator;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.stats.TaskCounters;

/** What running code knows of the task it runs in. Confined to the task's thread, except where a method says otherwise. */
public interface TaskContext {

    TaskAttemptId attempt();

    /** The partition that the running operator works on, in its own dataset: below a union not the task's. */
    PartitionIndex partition();

    TaskCounters counters();

    /** The codecs of the application's classes. */
    CodecRegistry codecs();

    /**
     * Ends the task if it was cancelled; long loops that give no rows call it now and then.
     *
     * @throws io.evenkeel.error.EngineException with {@link io.evenkeel.error.ErrorCode#TASK_CANCELLED}
     */
    void checkCancelled();

    /**
     * Asks the driver whether this attempt may publish the partition it wrote. Exactly one attempt of a partition gets a
     * yes.
     *
     * @throws io.evenkeel.error.EngineException with {@link io.evenkeel.error.ErrorCode#COMMIT_DENIED} otherwise
     */
    void requireCommit();
}
