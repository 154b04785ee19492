package io.evenkeel.skew.diagnosis.judge;

import java.util.List;
import java.util.Optional;

/**
 * What is said about one stage attempt. Times are milliseconds; ratios are NaN where the median is 0.
 *
 * @param stageClass what is wrong
 * @param explanation the class in a sentence, with the numbers it rests on
 * @param stragglerCause only for stragglers
 * @param finished whether the log holds the stage's end
 * @param millis from submission to completion; by the tasks where the log lacks it
 * @param startMillis when it began, after the application's start
 * @param cores how many tasks could run at once
 * @param skewMillis longest task − median task
 * @param beforeMillis list schedule of the measured tasks
 * @param afterMillis the same with the tasks levelled
 * @param bytes what tasks read, or wrote where {@code reads} is false
 * @param slowest the tasks that matter most, longest first
 * @param durationHistogram tasks per step of the time axis
 * @param hotKeys of what it reads, if the log holds them
 * @param writer of what it writes, if the log holds it
 */
public record StageVerdict(
        int stageId,
        int attempt,
        String name,
        StageClass stageClass,
        String explanation,
        Optional<StragglerCause> stragglerCause,
        Confidence confidence,
        Origin origin,
        TaskCounts tasks,
        boolean finished,
        String failureReason,
        long millis,
        long startMillis,
        int cores,
        long skewMillis,
        long beforeMillis,
        long afterMillis,
        Distribution durations,
        Distribution bytes,
        Distribution records,
        boolean reads,
        long spilledBytes,
        long gcMillis,
        List<SlowTask> slowest,
        List<Integer> durationHistogram,
        List<HotKey> hotKeys,
        Optional<WriterChoice> writer,
        Optional<Remedy> remedy) {

    /** Copies the lists. */
    public StageVerdict {
        slowest = List.copyOf(slowest);
        durationHistogram = List.copyOf(durationHistogram);
        hotKeys = List.copyOf(hotKeys);
    }

    /** What levelled tasks would save. */
    public long recoverableMillis() {
        return Math.max(0, beforeMillis - afterMillis);
    }

    /** Whether levelled tasks would save at least a percent of the stage. */
    public boolean savesTime() {
        return recoverableMillis() > 0 && recoverableMillis() * 100 >= beforeMillis;
    }

    /** Whether it is worth a reader's time; start-up cost and ratios over nothing are not. */
    public boolean isFinding() {
        return switch (stageClass) {
            case DATA_SKEW, SPILL, TOO_FEW_TASKS, TOO_MANY_TASKS -> true;
            case STRAGGLER ->
                stragglerCause.map(cause -> cause != StragglerCause.FIRST_WAVE).orElse(true);
            case EMPTY_PARTITIONS, NONE -> false;
        };
    }

    /** Stage and attempt as people write it: {@code 3}, or {@code 3.1} for a second attempt. */
    public String label() {
        return attempt == 0 ? String.valueOf(stageId) : stageId + "." + attempt;
    }
}
