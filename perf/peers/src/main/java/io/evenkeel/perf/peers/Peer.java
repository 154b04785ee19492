package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.RunMeter;
import io.evenkeel.perf.workload.RunRequest;

/** An engine with the workloads that it can run. */
interface Peer {

    String version();

    /** Makes what a run reads, unless it is there; not measured. */
    default void prepare(RunRequest request) throws Exception {}

    /**
     * Runs it.
     *
     * @throws IllegalArgumentException if the engine has no such variant
     */
    Digest run(RunRequest request, RunMeter meter) throws Exception;

    /** What is thrown for a variant that the engine does not have. */
    static IllegalArgumentException without(RunRequest request) {
        return new IllegalArgumentException(
                "there is no " + request.workload() + " " + request.variant() + " on this engine");
    }
}
