package io.evenkeel.skew.diagnosis.judge;

/** Why tasks took longer over no more data, as far as the log shows. */
public enum StragglerCause {
    FIRST_WAVE("first-wave", "the first tasks on each core: start-up of the JVM, classes and connections"),
    HOST("host", "one host or executor is slower than the others"),
    GARBAGE_COLLECTION("gc", "garbage collection"),
    LOCALITY("locality", "data that was not local or not cached had to be read or computed again"),
    FETCH_WAIT("fetch-wait", "waiting for shuffle data from other executors"),
    OVERHEAD("overhead", "time outside the task's own work: scheduling, loading of the program, result transfer"),
    UNKNOWN("unknown", "the log does not show why: a busy machine, slow disk or a slow service are usual");

    private final String key;
    private final String explanation;

    StragglerCause(String key, String explanation) {
        this.key = key;
        this.explanation = explanation;
    }

    public String key() {
        return key;
    }

    public String explanation() {
        return explanation;
    }
}
