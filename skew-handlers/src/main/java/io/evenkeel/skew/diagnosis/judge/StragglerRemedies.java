package io.evenkeel.skew.diagnosis.judge;

import java.util.List;

/** What to do about tasks that are slow for another reason than their data. */
final class StragglerRemedies {

    private static final String NO_SALTING = "Salting and more partitions would not help: the data is level.";

    private StragglerRemedies() {}

    static Remedy of(StragglerCause cause, long expected) {
        return switch (cause) {
            case FIRST_WAVE ->
                remedy(
                        "Nothing to change in the program",
                        "start-up is paid once per executor; a session that lives longer pays it less often",
                        0,
                        "");
            case HOST ->
                remedy(
                        "Look at that machine, and let slow tasks be copied to others",
                        "the slow tasks ran at one place",
                        expected,
                        speculation());
            case GARBAGE_COLLECTION ->
                remedy(
                        "Give tasks more memory or fewer objects",
                        "the extra time is spent collecting garbage",
                        expected,
                        "--conf spark.executor.memory=… (more) or --conf spark.executor.cores=… (fewer)\n"
                                + "--conf spark.serializer=org.apache.spark.serializer.KryoSerializer, persist serialised");
            case LOCALITY ->
                remedy(
                        "Keep cached data where its tasks run",
                        "the slow tasks did not find their data in place",
                        expected,
                        "rdd.persist(StorageLevel.MEMORY_AND_DISK)     // evicted partitions come from disk\n"
                                + "--conf spark.locality.wait=…                  // longer to wait for a local slot");
            case FETCH_WAIT ->
                remedy(
                        "Look at the network and the machines that serve the shuffle",
                        "the extra time is waiting for shuffle blocks",
                        expected,
                        "--conf spark.reducer.maxSizeInFlight=96m --conf spark.shuffle.io.maxRetries=10");
            case OVERHEAD ->
                remedy(
                        "Look at what surrounds the tasks: program size, results, a busy driver",
                        "the extra time is not spent in the tasks' own work",
                        expected,
                        "broadcast large captured values; write results from the tasks instead of collecting them");
            case UNKNOWN ->
                remedy(
                        "Let slow tasks be copied, and look at the machine while one runs",
                        "neither data nor any counted wait explains the time",
                        expected,
                        speculation());
        };
    }

    private static String speculation() {
        return "--conf spark.speculation=true --conf spark.speculation.multiplier=3";
    }

    private static Remedy remedy(String title, String reason, long expected, String settings) {
        return new Remedy(title, reason, expected, "", settings, "", List.of(NO_SALTING));
    }
}
