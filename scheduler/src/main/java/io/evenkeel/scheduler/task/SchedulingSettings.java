package io.evenkeel.scheduler.task;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;

/**
 * How often things are tried again, and when a slow task gets a second copy. Immutable.
 *
 * @param maxTaskFailures so many failures of one task fail the job
 * @param maxConsecutiveStageAttempts so many attempts of a stage in a row that could not read their inputs fail the job
 * @param speculation whether slow tasks get a second copy
 * @param speculationMultiplier a task is slow when it runs this many times as long as the median of those that are done
 * @param speculationQuantile this share of a stage's tasks must be done before one can be called slow
 */
public record SchedulingSettings(
        int maxTaskFailures,
        int maxConsecutiveStageAttempts,
        boolean speculation,
        double speculationMultiplier,
        double speculationQuantile) {

    public static final Setting<Integer> MAX_TASK_FAILURES = Setting.integer(
                    "evenkeel.task.maxFailures",
                    4,
                    1,
                    Integer.MAX_VALUE,
                    "So many failures of one task fail its job; lost executors and lost shuffle files do not count.")
            .withAliases("spark.task.maxFailures");

    public static final Setting<Integer> MAX_CONSECUTIVE_STAGE_ATTEMPTS = Setting.integer(
                    "evenkeel.stage.maxConsecutiveAttempts",
                    4,
                    1,
                    Integer.MAX_VALUE,
                    "So many attempts of a stage in a row that could not read shuffle files fail its jobs.")
            .withAliases("spark.stage.maxConsecutiveAttempts");

    public static final Setting<Boolean> SPECULATION = Setting.flag(
                    "evenkeel.speculation", false, "Whether a task that runs unusually long gets a second copy.")
            .withAliases("spark.speculation");

    public static final Setting<Double> SPECULATION_MULTIPLIER = Setting.fraction(
                    "evenkeel.speculation.multiplier",
                    1.5,
                    1.0,
                    1_000_000.0,
                    "A task runs unusually long at this many times the median of the tasks that are done.")
            .withAliases("spark.speculation.multiplier");

    public static final Setting<Double> SPECULATION_QUANTILE = Setting.fraction(
                    "evenkeel.speculation.quantile",
                    0.75,
                    0.0,
                    1.0,
                    "Which share of a stage's tasks must be done before one can be called unusually long.")
            .withAliases("spark.speculation.quantile");

    public static final Setting<ByteSize> MAX_RESULT_SIZE = Setting.size(
                    "evenkeel.driver.maxResultSize",
                    ByteSize.ofMib(1024),
                    "b",
                    new ByteSize(0),
                    new ByteSize(Long.MAX_VALUE),
                    "How many bytes the rows that one action brings to the driver may have, encoded; an action that brings"
                            + " more fails. They take several times as much as objects. 0: no limit.")
            .withAliases("spark.driver.maxResultSize");

    public static SchedulingSettings from(Configuration configuration) {
        return new SchedulingSettings(
                configuration.get(MAX_TASK_FAILURES),
                configuration.get(MAX_CONSECUTIVE_STAGE_ATTEMPTS),
                configuration.get(SPECULATION),
                configuration.get(SPECULATION_MULTIPLIER),
                configuration.get(SPECULATION_QUANTILE));
    }
}
