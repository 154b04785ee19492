package io.evenkeel.skew.diagnosis.judge;

/** A task among the slowest of its stage. */
public record SlowTask(
        int index, int attempt, String executor, String host, long millis, long bytes, long records, long gcMillis) {}
