package io.evenkeel.skew.diagnosis.log;

import java.util.Arrays;

/**
 * The task attempts of one stage attempt, a column per measure. A column exists from its first value other than zero on,
 * so a stage pays only for what its tasks did. Confined to one thread.
 */
@SuppressWarnings("EnumOrdinal") // compact columns are kept by ordinal, within one run only
public final class TaskTable {

    private static final int FIRST_ROWS = 8;
    private static final int SPECULATIVE = 1;
    private static final int FROM_MEMORY = 2;

    private final long[][] columns = new long[Measure.values().length][];
    private int[] indexes = new int[FIRST_ROWS];
    private int[] attempts = new int[FIRST_ROWS];
    private int[] executors = new int[FIRST_ROWS];
    private byte[] outcomes = new byte[FIRST_ROWS];
    private byte[] localities = new byte[FIRST_ROWS];
    private byte[] flags = new byte[FIRST_ROWS];
    private int rows;

    TaskTable() {}

    void add(TaskEnd task, int executor) {
        if (rows == indexes.length) {
            grow(rows + (rows >> 1));
        }
        indexes[rows] = task.index;
        attempts[rows] = task.attempt;
        executors[rows] = executor;
        outcomes[rows] = (byte) task.outcome().ordinal();
        localities[rows] = (byte) task.locality.ordinal();
        flags[rows] = (byte) ((task.speculative ? SPECULATIVE : 0) | (task.readFromMemory ? FROM_MEMORY : 0));
        for (int i = 0; i < columns.length; i++) {
            long value = task.measures[i];
            if (value != 0 && columns[i] == null) {
                columns[i] = new long[indexes.length];
            }
            if (columns[i] != null) {
                columns[i][rows] = value;
            }
        }
        rows++;
    }

    public int rows() {
        return rows;
    }

    public long get(int row, Measure measure) {
        long[] column = columns[measure.ordinal()];
        return column == null ? 0 : column[row];
    }

    /** From launch to finish as the driver saw it; at least 0. */
    public long durationMillis(int row) {
        return Math.max(0, get(row, Measure.FINISHED) - get(row, Measure.LAUNCHED));
    }

    /** The partition, by its index in the stage. */
    public int index(int row) {
        return indexes[row];
    }

    public int attempt(int row) {
        return attempts[row];
    }

    /** Number of the executor in {@link ApplicationLog#executors()}. */
    public int executor(int row) {
        return executors[row];
    }

    public TaskOutcome outcome(int row) {
        return TaskOutcome.values()[outcomes[row]];
    }

    public Locality locality(int row) {
        return Locality.values()[localities[row]];
    }

    public boolean speculative(int row) {
        return (flags[row] & SPECULATIVE) != 0;
    }

    /** Whether the task read a cached partition; only logs of Spark 1 say so. */
    public boolean readFromMemory(int row) {
        return (flags[row] & FROM_MEMORY) != 0;
    }

    private void grow(int size) {
        indexes = Arrays.copyOf(indexes, size);
        attempts = Arrays.copyOf(attempts, size);
        executors = Arrays.copyOf(executors, size);
        outcomes = Arrays.copyOf(outcomes, size);
        localities = Arrays.copyOf(localities, size);
        flags = Arrays.copyOf(flags, size);
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] != null) {
                columns[i] = Arrays.copyOf(columns[i], size);
            }
        }
    }
}
