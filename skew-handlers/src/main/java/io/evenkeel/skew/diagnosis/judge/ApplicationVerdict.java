package io.evenkeel.skew.diagnosis.judge;

import java.util.Comparator;
import java.util.List;

/**
 * What is said about one application.
 *
 * @param source the file or directory it was read from
 * @param engineVersion of Evenkeel, if it wrote the log; else empty
 * @param headline the verdict in one sentence
 * @param complete whether the log holds the application from its start to its end
 * @param millis from start to end, as far as the log shows
 * @param stages attempts of which at least one task ended
 * @param idleStages attempts of which none did
 * @param warnings what is missing or damaged in the log
 */
public record ApplicationVerdict(
        String source,
        String id,
        String name,
        String sparkVersion,
        String engineVersion,
        boolean complete,
        String headline,
        Severity severity,
        long millis,
        List<StageVerdict> stages,
        int idleStages,
        CriticalPath criticalPath,
        List<Observation> observations,
        List<String> warnings) {

    /** Copies the lists. */
    public ApplicationVerdict {
        stages = List.copyOf(stages);
        observations = List.copyOf(observations);
        warnings = List.copyOf(warnings);
    }

    /** What wrote the log, and its version. */
    public String engine() {
        return engineVersion.isEmpty() ? "Spark " + sparkVersion : "Evenkeel " + engineVersion;
    }

    /** The stages worth reading about: most time to be saved first, data skew first among equals. */
    public List<StageVerdict> findings() {
        return stages.stream()
                .filter(StageVerdict::isFinding)
                .sorted(Comparator.comparingLong(StageVerdict::recoverableMillis)
                        .reversed()
                        .thenComparing(StageVerdict::stageClass)
                        .thenComparing(Comparator.comparingLong(StageVerdict::skewMillis)
                                .reversed())
                        .thenComparingInt(StageVerdict::stageId))
                .toList();
    }

    /** What all findings would save, stages that ran side by side counted once. */
    public long recoverableMillis() {
        return criticalPath.recoverableMillis();
    }
}
