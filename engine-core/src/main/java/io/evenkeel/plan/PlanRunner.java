package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.operator.PartitionAction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What computes plans: the engine's own scheduler, or another engine. Thread-safe: jobs may run side by side. */
public interface PlanRunner extends AutoCloseable {

    /**
     * Runs an action on some partitions of a plan and waits for its end. Interrupting the caller cancels the job.
     *
     * @param callSite what the user called, for progress and messages
     * @param results is given each partition's answer once, in no particular order, on one thread at a time
     * @throws io.evenkeel.error.EngineException if the job failed or was cancelled
     */
    <T, R> void run(
            PlanNode plan,
            PartitionAction<T, R> action,
            List<PartitionIndex> partitions,
            CallSite callSite,
            ResultHandler<R> results);

    /** Cancels every job that runs now; each ends with {@code JOB_CANCELLED} and this reason. */
    void cancelJobs(String reason);

    /**
     * No plan names this shuffle any more: what was written for it can be deleted. Not called while a job runs whose plan
     * names it.
     */
    void release(ShuffleId shuffle);

    /**
     * The rows of a {@link CacheNode} need not be kept any more: what is kept is removed, and nothing is kept from now.
     * Tasks that read it go on.
     */
    void unpersist(NodeId cached);

    /** How many partitions of a {@link CacheNode} are kept now. */
    int kept(CacheNode cached);

    /** The rows of a {@link CacheNode} can't be computed again: they are not dropped where they can't be written. */
    void setUnrepeatable(NodeId cached);

    /** Whether the rows of a {@link CacheNode} are kept when they are computed: true until {@link #unpersist}. */
    boolean isKept(NodeId cached);

    /**
     * Takes a value for tasks to read.
     *
     * @param id unique among the runner's broadcasts
     */
    void broadcast(int id, @Nullable Object value);

    /** Drops the executors' copies of a broadcast value; they fetch it again when they need it. */
    void unpersistBroadcast(int id);

    /** Drops a broadcast value for ever; tasks that ask for it later are told where it was destroyed. */
    void destroyBroadcast(int id, String destroyedAt);

    /** The stages a plan is cut into and, per exchange, the writer with its reason, as text. */
    String explainStages(PlanNode plan);

    /** How many tasks run at a time. */
    int slots();

    /** Cancels what runs, waits for it, and removes everything the runner made. Idempotent. */
    @Override
    void close();

    /** Takes the answer of one partition. */
    @FunctionalInterface
    interface ResultHandler<R> {
        void accept(PartitionIndex partition, R result);
    }
}
