package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.Measure;
import io.evenkeel.skew.diagnosis.log.StageLog;
import io.evenkeel.skew.diagnosis.log.TaskOutcome;
import io.evenkeel.skew.diagnosis.log.TaskTable;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * The successful tasks of a stage attempt, one per partition: the attempt that succeeded first. Data of a task is what it
 * read; where a stage reads nothing that is counted, what it wrote. Confined to one thread.
 */
final class StageTasks {

    /** Above this share of tasks with records but no bytes, the bytes were not counted for all of them. */
    private static final double UNCOUNTED_SHARE = 0.1;

    private final TaskTable table;
    private final int[] rows;
    private final boolean reads;
    private final long[] durations;
    private final long[] bytes;
    private final long[] records;

    private StageTasks(TaskTable table, int[] rows) {
        this.table = table;
        this.rows = rows;
        this.durations = column(table::durationMillis);
        long[] readBytes =
                column(row -> table.get(row, Measure.INPUT_BYTES) + table.get(row, Measure.SHUFFLE_READ_BYTES));
        long[] readRecords =
                column(row -> table.get(row, Measure.INPUT_RECORDS) + table.get(row, Measure.SHUFFLE_READ_RECORDS));
        this.reads = any(readBytes) || any(readRecords);
        this.bytes = reads
                ? readBytes
                : column(row -> table.get(row, Measure.SHUFFLE_WRITE_BYTES) + table.get(row, Measure.OUTPUT_BYTES));
        this.records = reads
                ? readRecords
                : column(row -> table.get(row, Measure.SHUFFLE_WRITE_RECORDS) + table.get(row, Measure.OUTPUT_RECORDS));
    }

    static StageTasks of(StageLog stage) {
        TaskTable table = stage.tasks();
        int[] first = new int[table.rows()];
        int count = 0;
        long[] byIndex = new long[table.rows()];
        for (int row = 0; row < table.rows(); row++) {
            if (table.outcome(row) == TaskOutcome.SUCCEEDED) {
                byIndex[count++] = (long) table.index(row) << 32 | row;
            }
        }
        long[] sorted = Arrays.copyOf(byIndex, count);
        Arrays.sort(sorted);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            boolean unknownIndex = sorted[i] >> 32 < 0;
            if (i == 0 || unknownIndex || sorted[i] >> 32 != sorted[i - 1] >> 32) {
                first[kept++] = (int) sorted[i];
            }
        }
        return new StageTasks(table, Arrays.copyOf(first, kept));
    }

    int count() {
        return rows.length;
    }

    /** Row of a task in its table. */
    int row(int task) {
        return rows[task];
    }

    TaskTable table() {
        return table;
    }

    /** Whether the data is what tasks read; otherwise it is what they wrote. */
    boolean reads() {
        return reads;
    }

    long[] durations() {
        return durations;
    }

    long[] bytes() {
        return bytes;
    }

    long[] records() {
        return records;
    }

    /** Whether bytes were counted, and for all tasks that have records. */
    boolean bytesUsable() {
        if (!any(bytes)) {
            return false;
        }
        int uncounted = 0;
        for (int i = 0; i < bytes.length; i++) {
            uncounted += records[i] > 0 && bytes[i] == 0 ? 1 : 0;
        }
        return uncounted <= UNCOUNTED_SHARE * bytes.length;
    }

    boolean recordsUsable() {
        return any(records);
    }

    long[] column(Measure measure) {
        return column(row -> table.get(row, measure));
    }

    long sum(Measure measure) {
        return Arrays.stream(column(measure)).sum();
    }

    /** What the tasks read in place of what {@link #bytes()} is, written: for stages that blow up their input. */
    long[] column(IntToLongFunction value) {
        long[] column = new long[rows.length];
        for (int i = 0; i < rows.length; i++) {
            column[i] = value.applyAsLong(rows[i]);
        }
        return column;
    }

    static boolean any(long[] values) {
        for (long value : values) {
            if (value != 0) {
                return true;
            }
        }
        return false;
    }
}
