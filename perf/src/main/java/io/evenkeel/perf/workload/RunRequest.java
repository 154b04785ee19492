package io.evenkeel.perf.workload;

import java.nio.file.Path;

/**
 * One run of a workload. Immutable.
 *
 * @param workload which, such as {@code W2}
 * @param variant of its variants, such as {@code hot50}
 * @param scale times the usual number of records
 * @param directory where inputs are kept and outputs are written
 */
public record RunRequest(String workload, String variant, double scale, Path directory) {

    /** How many records there are instead of {@code usual} ones. */
    public long scaled(long usual) {
        return Math.max(1, Math.round(usual * scale));
    }
}
