package io.evenkeel.testing.labelled;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What tasks do in labelled runs. Time passes by waiting, so that it does not depend on how many processors there are or
 * who else uses them. Tasks run in this JVM. Thread-safe.
 */
public final class Work {

    /** How many records are waited for at once. */
    private static final int BATCH = 1_000;

    private static final Set<String> CLAIMED = ConcurrentHashMap.newKeySet();

    private Work() {}

    /** Mixes the bits of a number. */
    public static long mixed(long number) {
        long x = (number + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    /** A number from 0 to below 1, made of a number. */
    public static double unit(long number) {
        return (mixed(number) >>> 11) * 0x1.0p-53;
    }

    /** Lets the time of one record pass, and gives it on. */
    public static long record(long row, long nanos) {
        if (Math.floorMod(row, BATCH) == 0) {
            pause(nanos * BATCH);
        }
        return row;
    }

    /**
     * Lets the time of one record pass at that record, and a little more: for records whose numbers decide in which task
     * they are, where the waits of {@link #record} would meet in one.
     */
    public static long slowly(long row, long nanos) {
        pause(nanos);
        return row;
    }

    /** Lets the time of so many records pass that a group has. */
    public static long group(Iterable<?> values, long nanos) {
        long count = 0;
        for (Object unused : values) {
            count++;
            if (count % BATCH == 0) {
                pause(nanos * BATCH);
            }
        }
        return count;
    }

    /** Waits so long, unless it is interrupted. */
    public static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !Thread.currentThread().isInterrupted(); left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Collects garbage for so long. */
    public static void collectGarbage(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            System.gc();
        }
    }

    /** True for the first who asks for this name. */
    public static boolean isFirst(String name) {
        return CLAIMED.add(name);
    }

    /** Whether the task at hand runs on this executor. */
    public static boolean isOn(String executor) {
        return Thread.currentThread().getName().startsWith("evenkeel-" + executor + "-task-");
    }
}
