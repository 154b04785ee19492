package io.evenkeel.task;

import io.evenkeel.stats.TaskTimes;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** Measures where the time of a task goes, from its making on. Confined to the task's thread. */
final class TaskMeter {

    /** Found once: looking for them takes longer than many a task. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private final long startNanos = System.nanoTime();
    private final long startCpuNanos = cpuNanos();
    private final long startGcMillis = gcMillis();
    private long runStartNanos = startNanos;
    private long runStartCpuNanos = startCpuNanos;
    private long resultNanos;

    /** The program is read: the run begins. */
    void runs() {
        runStartNanos = System.nanoTime();
        runStartCpuNanos = cpuNanos();
    }

    /** Encoding the answer took so long. */
    void addResultNanos(long nanos) {
        resultNanos += nanos;
    }

    /** The times until now. */
    TaskTimes times() {
        return new TaskTimes(
                runStartNanos - startNanos,
                runStartCpuNanos - startCpuNanos,
                System.nanoTime() - runStartNanos,
                cpuNanos() - runStartCpuNanos,
                resultNanos,
                gcMillis() - startGcMillis);
    }

    private static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled()
                ? THREADS.getCurrentThreadCpuTime()
                : 0;
    }

    /** Time all collectors took since the JVM began. */
    private static long gcMillis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }
}
