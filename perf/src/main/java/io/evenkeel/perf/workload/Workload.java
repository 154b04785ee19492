package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import java.io.IOException;
import java.util.List;

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

    /** Runs it; gives what its result is compared by. */
    Digest run(EngineSession session, RunRequest request) throws Exception;
}
