package io.evenkeel.skew.diagnosis.log;

import java.util.Arrays;

/** One task end while it is read; used again for the next one. Confined to the parser. */
@SuppressWarnings("EnumOrdinal") // compact columns are kept by ordinal, within one run only
final class TaskEnd {

    int stageId;
    int stageAttempt;
    int index;
    int attempt;
    long taskId;
    String executor = "";
    String host = "";
    Locality locality = Locality.UNKNOWN;
    boolean speculative;
    boolean readFromMemory;
    boolean failedFlag;
    boolean killedFlag;
    String reason = "";
    String problem = "";
    final long[] measures = new long[Measure.values().length];

    void clear() {
        stageId = -1;
        stageAttempt = 0;
        index = -1;
        attempt = 0;
        taskId = -1;
        executor = "";
        host = "";
        locality = Locality.UNKNOWN;
        speculative = false;
        readFromMemory = false;
        failedFlag = false;
        killedFlag = false;
        reason = "";
        problem = "";
        Arrays.fill(measures, 0);
    }

    void set(Measure measure, long value) {
        measures[measure.ordinal()] = value;
    }

    void add(Measure measure, long value) {
        measures[measure.ordinal()] += value;
    }

    TaskOutcome outcome() {
        return switch (reason) {
            case "Success" -> TaskOutcome.SUCCEEDED;
            case "TaskKilled", "TaskCommitDenied" -> TaskOutcome.KILLED;
            case "" -> killedFlag ? TaskOutcome.KILLED : failedFlag ? TaskOutcome.FAILED : TaskOutcome.SUCCEEDED;
            default -> TaskOutcome.FAILED;
        };
    }
}
