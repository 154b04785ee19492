package io.evenkeel.skew.diagnosis.judge;

import java.util.Optional;

/** The class of a stage with its reason, before it is joined with the rest of what is said about the stage. */
record StageFinding(
        StageClass stageClass,
        String explanation,
        long beforeMillis,
        long afterMillis,
        Optional<DataSkew> skew,
        Optional<StragglerCause> cause) {

    StageFinding(StageClass stageClass, String explanation, long beforeMillis, long afterMillis) {
        this(stageClass, explanation, beforeMillis, afterMillis, Optional.empty(), Optional.empty());
    }

    StageFinding with(DataSkew found) {
        return new StageFinding(stageClass, explanation, beforeMillis, afterMillis, Optional.of(found), cause);
    }

    StageFinding with(StragglerCause found) {
        return new StageFinding(stageClass, explanation, beforeMillis, afterMillis, skew, Optional.of(found));
    }

    long recoverableMillis() {
        return Math.max(0, beforeMillis - afterMillis);
    }
}
