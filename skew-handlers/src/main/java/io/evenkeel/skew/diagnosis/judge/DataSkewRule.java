package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.Measure;
import java.util.Optional;

/**
 * Tells whether the data of a stage is skewed. Time alone never counts as skew: it is only asked for as a second witness
 * where the ratio is small or where bytes and records disagree.
 */
final class DataSkewRule {

    static final int MIN_TASKS = 4;
    static final long MIN_BYTES = 1 << 20;
    static final long MIN_RECORDS = 10_000;

    private static final double STRONG_RATIO = 3;
    private static final double WEAK_RATIO = 2;
    /** Below it a measure counts as level, and contradicts a strong ratio of the other one. */
    private static final double LEVEL_RATIO = 1.3;
    /** How much longer than the median the heaviest task must take to be a witness. */
    private static final double WITNESS_RATIO = 1.5;
    /** A median under this share of the least interesting size is as good as nothing. */
    private static final double NOTHING = 0.01;

    private DataSkewRule() {}

    static Optional<DataSkew> find(StageTasks tasks) {
        if (tasks.count() < MIN_TASKS) {
            return Optional.empty();
        }
        Candidate records = candidate("records", tasks.records(), MIN_RECORDS, tasks.recordsUsable());
        Candidate bytes = candidate("bytes", tasks.bytes(), MIN_BYTES, tasks.bytesUsable());
        Optional<DataSkew> found = decide(tasks, records, bytes, tasks.reads());
        if (found.isPresent() || !tasks.reads()) {
            return found;
        }
        long[] written = tasks.column(row -> tasks.table().get(row, Measure.SHUFFLE_WRITE_RECORDS)
                + tasks.table().get(row, Measure.OUTPUT_RECORDS));
        Candidate blownUp = candidate("records", written, MIN_RECORDS, StageTasks.any(written));
        return blownUp.ratio >= STRONG_RATIO && witnessed(tasks, blownUp)
                ? Optional.of(blownUp.skew(tasks, false))
                : Optional.empty();
    }

    private static Optional<DataSkew> decide(StageTasks tasks, Candidate records, Candidate bytes, boolean read) {
        boolean bytesLead = bytes.ratio > records.ratio;
        Candidate larger = bytesLead ? bytes : records;
        Candidate other = bytesLead ? records : bytes;
        boolean contradicted = other.usable && other.ratio < LEVEL_RATIO;
        boolean strong = larger.ratio >= STRONG_RATIO && !contradicted;
        boolean weak = larger.ratio >= WEAK_RATIO && witnessed(tasks, larger);
        return strong || weak ? Optional.of(larger.skew(tasks, read)) : Optional.empty();
    }

    private static boolean witnessed(StageTasks tasks, Candidate candidate) {
        double median = Distribution.of(tasks.durations()).median();
        return candidate.heaviest >= 0 && tasks.durations()[candidate.heaviest] >= WITNESS_RATIO * median && median > 0;
    }

    private static Candidate candidate(String name, long[] values, long least, boolean usable) {
        Distribution spread = Distribution.of(values);
        boolean overMean = spread.median() < least * NOTHING;
        double usual = overMean ? spread.mean() : spread.median();
        if (!usable || spread.max() < least || usual <= 0) {
            return new Candidate(name, values, usable, 0, false, -1, 0);
        }
        int heaviest = 0;
        for (int i = 1; i < values.length; i++) {
            heaviest = values[i] > values[heaviest] ? i : heaviest;
        }
        return new Candidate(name, values, true, spread.max() / usual, overMean, heaviest, usual);
    }

    @SuppressWarnings("ArrayRecordComponent") // handed over once, read by nobody else
    private record Candidate(
            String name, long[] values, boolean usable, double ratio, boolean overMean, int heaviest, double usual) {

        DataSkew skew(StageTasks tasks, boolean read) {
            double sum = 0;
            int heavy = 0;
            for (long value : values) {
                sum += value;
                heavy += value >= WEAK_RATIO * usual ? 1 : 0;
            }
            int index = tasks.table().index(tasks.row(heaviest));
            return new DataSkew(name, read, ratio, overMean, index, values[heaviest] / sum, heavy);
        }
    }
}
