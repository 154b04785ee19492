package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A job that is measured as a whole, written as a user would write it. Stateless. */
interface Workload {

    /** What it is called on the command line. */
    String name();

    /** One line that says what it does. */
    String summary();

    /** The variants there are; the first is the usual one. */
    List<String> variants();

    /** Makes what the run reads, which is not measured. */
    default void prepare(RunRequest request) throws IOException {}

    /** What a variant sets, besides what every run has. */
    default Map<String, String> settings(String variant) {
        return Map.of();
    }

    /**
     * Runs it; gives what its result is compared by.
     *
     * @param meter is told what only checks the result
     */
    Digest run(EngineSession session, RunRequest request, RunMeter meter) throws Exception;
}
