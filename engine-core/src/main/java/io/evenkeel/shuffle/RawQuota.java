package io.evenkeel.shuffle;

import com.sun.management.OperatingSystemMXBean;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much an executor's shuffle files may hold before chunks are compressed. What fits into the page cache is written
 * and read at the speed of memory, several times as fast as a chunk is compressed; what doesn't waits for a disk, and the
 * fewer bytes the better.
 *
 * <p>Thread-safe. Tasks that write at the same time know of each other's bytes only when they are committed, so each
 * takes the others to have written as much as itself.
 */
public final class RawQuota {

    /** When chunks are compressed. */
    public enum Compress {
        AUTO,
        TRUE,
        FALSE
    }

    public static final Setting<Compress> COMPRESS = Setting.choice(
                    "evenkeel.shuffle.compress",
                    Compress.AUTO,
                    "Whether chunks of shuffle files are compressed: auto leaves them as they are until the files of the "
                            + "executor's shuffles hold shuffle.compress.above, and compresses what comes then.")
            .withAliases("spark.shuffle.compress");

    public static final Setting<Double> ABOVE = Setting.fraction(
            "evenkeel.shuffle.compress.above",
            0.1,
            0,
            1,
            "How much shuffle files hold, as a fraction of the machine's memory, before shuffle.compress=auto compresses: "
                    + "Linux begins to write files to disk at a tenth.");

    private final long bytes;
    private final int writers;
    private final AtomicLong live = new AtomicLong();
    private final Map<String, Long> byOutput = new ConcurrentHashMap<>();

    private RawQuota(long bytes, int writers) {
        this.bytes = bytes;
        this.writers = writers;
    }

    /** Everything is compressed. */
    public static RawQuota none() {
        return new RawQuota(0, 1);
    }

    /**
     * One of a number of bytes.
     *
     * @param writers how many tasks write at the same time
     */
    public static RawQuota ofBytes(long bytes, int writers) {
        return new RawQuota(bytes, writers);
    }

    /**
     * What the settings say for this machine.
     *
     * @param executors how many share the machine
     * @param writers how many tasks of one executor write at the same time
     */
    public static RawQuota from(Configuration configuration, int executors, int writers) {
        return switch (configuration.get(COMPRESS)) {
            case TRUE -> none();
            case FALSE -> ofBytes(Long.MAX_VALUE, writers);
            case AUTO -> ofBytes((long) (configuration.get(ABOVE) * machineBytes() / executors), writers);
        };
    }

    /** The memory of the machine, or of the container this JVM is in. */
    private static long machineBytes() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    /**
     * Whether a task may leave what it writes next as it is.
     *
     * @param written how many bytes it has written so far
     */
    public boolean allows(long written) {
        return written < (bytes - live.get()) / writers;
    }

    /** Counts a committed output, until it is deleted. */
    public void committed(String indexFile, long outputBytes) {
        if (byOutput.putIfAbsent(indexFile, outputBytes) == null) {
            live.addAndGet(outputBytes);
        }
    }

    /** Counts an output no more; one that is not known is left alone. */
    public void deleted(String indexFile) {
        Long outputBytes = byOutput.remove(indexFile);
        if (outputBytes != null) {
            live.addAndGet(-outputBytes);
        }
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,d of %,d bytes", live.get(), bytes);
    }
}
