package io.evenkeel.skew.diagnosis.judge;

/**
 * How the task attempts of a stage ended.
 *
 * @param speculative copies among them
 * @param measured partitions that succeeded, each counted once
 * @param declared tasks the stage was planned with; 0 if unknown
 */
public record TaskCounts(int succeeded, int failed, int killed, int speculative, int measured, int declared) {}
