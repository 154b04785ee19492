package io.evenkeel.skew.diagnosis.judge;

import java.util.List;

/**
 * What to do about a stage.
 *
 * @param title the change in one line
 * @param reason why it helps here
 * @param expectedMillis how much of the application's time it can save at most; 0 if the log can't tell
 * @param engineCode the call in our dataset API; empty if it is the same as for Spark or there is none
 * @param rddCode the call in Spark's RDD API; empty if there is none
 * @param sqlCode statement or settings for Spark SQL; empty if there is none
 * @param limits what it can't do, and advice that would do harm here
 */
public record Remedy(
        String title,
        String reason,
        long expectedMillis,
        String engineCode,
        String rddCode,
        String sqlCode,
        List<String> limits) {

    /** Copies the limits. */
    public Remedy {
        limits = List.copyOf(limits);
    }
}
