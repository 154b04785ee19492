package io.evenkeel.skew.diagnosis.judge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The chain of stages that decided when the application ended: the last one, the one that ended last before it began, and
 * so on. Time that no stage of the chain covers is the driver's, or waiting for executors.
 *
 * @param stages in the order in which they ran
 * @param millis from the application's start to its end
 * @param stageMillis the part that stages of the chain cover
 * @param skewMillis what levelling the chain's skewed stages would save
 * @param recoverableMillis what all findings on the chain would save
 */
public record CriticalPath(
        List<StageVerdict> stages, long millis, long stageMillis, long skewMillis, long recoverableMillis) {

    /** Copies the stages. */
    public CriticalPath {
        stages = List.copyOf(stages);
    }

    static CriticalPath of(List<StageVerdict> stages, long millis) {
        List<StageVerdict> byEnd = new ArrayList<>(stages);
        byEnd.sort(Comparator.comparingLong(CriticalPath::end));
        List<StageVerdict> chain = new ArrayList<>();
        long limit = Long.MAX_VALUE;
        for (int i = byEnd.size() - 1; i >= 0; i--) {
            StageVerdict stage = byEnd.get(i);
            if (end(stage) <= limit) {
                chain.add(stage);
                limit = stage.startMillis();
            }
        }
        Collections.reverse(chain);
        long covered = 0;
        long skew = 0;
        long recoverable = 0;
        for (StageVerdict stage : chain) {
            covered += stage.millis();
            long saved = Math.min(stage.recoverableMillis(), stage.millis());
            skew += stage.stageClass() == StageClass.DATA_SKEW ? saved : 0;
            recoverable += stage.isFinding() ? saved : 0;
        }
        return new CriticalPath(chain, Math.max(millis, covered), covered, skew, recoverable);
    }

    /** Whether levelling would save at least half a percent of the time. */
    public boolean skewMatters() {
        return skewMillis > 0 && skewMillis * 200 >= millis;
    }

    /** The part that is not covered by stages. */
    public long driverMillis() {
        return millis - stageMillis;
    }

    private static long end(StageVerdict stage) {
        return stage.startMillis() + stage.millis();
    }
}
