package io.evenkeel.scheduler.local;

import io.evenkeel.config.ByteSize;

/**
 * How many executors there are in this JVM, and how large each is. Immutable.
 *
 * @param executors at least 1
 * @param slotsPerExecutor tasks at a time on each, at least 1
 * @param heapPerExecutor the part of the heap that each may reckon with
 */
public record InProcessCluster(int executors, int slotsPerExecutor, ByteSize heapPerExecutor) {

    /** Refuses a cluster without slots. */
    public InProcessCluster {
        if (executors < 1 || slotsPerExecutor < 1) {
            throw new IllegalArgumentException(
                    "needs at least one executor with one slot: " + executors + " × " + slotsPerExecutor);
        }
    }

    /** One executor that has this JVM's heap to itself. */
    public static InProcessCluster single(int slots) {
        return new InProcessCluster(1, slots, new ByteSize(Runtime.getRuntime().maxMemory()));
    }
}
