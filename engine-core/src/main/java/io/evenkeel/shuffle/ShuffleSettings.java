package io.evenkeel.shuffle;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;
import io.evenkeel.sort.SortSettings;
import java.time.Duration;

/**
 * How shuffles are written and read. Immutable.
 *
 * @param manager which writers may be chosen
 * @param bypassMergeThreshold up to this many reducers the bypass writer is considered
 * @param consolidateFiles whether the hash writer's tasks share files
 * @param fileBuffer write buffer of one open file
 * @param compression codec of the chunks
 * @param chunkSize how many bytes a chunk holds before it is compressed; the unit of reading and checking
 * @param maxSizeInFlight how much a reducer fetches at a time
 * @param maxRetries how often a failed fetch is tried again
 * @param retryWait how long to wait between these tries
 * @param spillBatchSize after so many records a chunk of a spill ends, however few bytes it holds
 */
public record ShuffleSettings(
        Manager manager,
        int bypassMergeThreshold,
        boolean consolidateFiles,
        ByteSize fileBuffer,
        Compression compression,
        ByteSize chunkSize,
        ByteSize maxSizeInFlight,
        int maxRetries,
        Duration retryWait,
        int spillBatchSize) {

    /** Which writers may be chosen. */
    public enum Manager {
        AUTO,
        SORT,
        TUNGSTEN_SORT,
        HASH
    }

    /** How chunks are compressed. */
    public enum Compression {
        NONE,
        LZ4,
        ZSTD
    }

    public static final Setting<Manager> MANAGER = Setting.choice(
                    "evenkeel.shuffle.manager",
                    Manager.AUTO,
                    "Which shuffle writers may be chosen: auto takes the best by rule, sort the bypass or sort writer, "
                            + "tungsten-sort the serialised sort writer, hash one file per reducer.")
            .withAliases("spark.shuffle.manager");

    public static final Setting<Integer> BYPASS_MERGE_THRESHOLD = Setting.integer(
                    "evenkeel.shuffle.sort.bypassMergeThreshold",
                    200,
                    0,
                    1 << 24,
                    "Up to this many reducers, and without aggregation of objects, the bypass writer needs no sort. "
                            + "Where it is not set and shuffle.manager is auto, it is 2000.")
            .withAliases("spark.shuffle.sort.bypassMergeThreshold");

    /** Up to so many reducers the bypass writer is the fastest, also where it spills: see the table in docs/shuffle.md. */
    private static final int AUTO_BYPASS_REDUCERS = 2000;

    public static final Setting<ByteSize> FILE_BUFFER = Setting.size(
                    "evenkeel.shuffle.file.buffer",
                    ByteSize.ofKib(32),
                    "k",
                    ByteSize.ofKib(1),
                    ByteSize.ofMib(64),
                    "Write buffer of one open shuffle or spill file.")
            .withAliases("spark.shuffle.file.buffer");

    public static final Setting<Compression> COMPRESSION = Setting.choice(
                    "evenkeel.shuffle.compression",
                    Compression.LZ4,
                    "How chunks of shuffle files are compressed when they are; a chunk that does not shrink is kept raw.")
            .withAliases("spark.io.compression.codec");

    public static final Setting<ByteSize> CHUNK_SIZE = Setting.size(
            "evenkeel.shuffle.chunkSize",
            ByteSize.ofKib(64),
            "k",
            new ByteSize(64),
            ByteSize.ofMib(64),
            "How many bytes of records a chunk takes before it is compressed, checked and written; a larger record gets "
                    + "a chunk of its own.");

    public static final Setting<ByteSize> MAX_SIZE_IN_FLIGHT = Setting.size(
                    "evenkeel.reducer.maxSizeInFlight",
                    ByteSize.ofMib(48),
                    "m",
                    ByteSize.ofKib(1),
                    new ByteSize(Long.MAX_VALUE),
                    "How much one reduce task fetches at a time from executors in other processes. Within one process "
                            + "blocks are read from their files, one chunk at a time.")
            .withAliases("spark.reducer.maxSizeInFlight")
            .withoutEffectInLocalMode();

    public static final Setting<Integer> MAX_RETRIES = Setting.integer(
                    "evenkeel.shuffle.io.maxRetries", 3, 0, 1000, "How often a fetch is tried again before it fails.")
            .withAliases("spark.shuffle.io.maxRetries");

    public static final Setting<Duration> RETRY_WAIT = Setting.duration(
                    "evenkeel.shuffle.io.retryWait",
                    Duration.ofSeconds(5),
                    "How long to wait before a failed fetch is tried again, the first time excepted. Data that turns out damaged "
                            + "or gone is not waited for.")
            .withAliases("spark.shuffle.io.retryWait");

    public static final Setting<Boolean> CONSOLIDATE_FILES = Setting.flag(
                    "evenkeel.shuffle.consolidateFiles",
                    false,
                    "Whether the hash writer reuses a group of files per core slot; the other writers need no such groups.")
            .withAliases("spark.shuffle.consolidateFiles");

    public static ShuffleSettings from(Configuration configuration) {
        boolean byRule = configuration.get(MANAGER) == Manager.AUTO && !configuration.isSet(BYPASS_MERGE_THRESHOLD);
        return new ShuffleSettings(
                configuration.get(MANAGER),
                byRule ? AUTO_BYPASS_REDUCERS : configuration.get(BYPASS_MERGE_THRESHOLD),
                configuration.get(CONSOLIDATE_FILES),
                configuration.get(FILE_BUFFER),
                configuration.get(COMPRESSION),
                configuration.get(CHUNK_SIZE),
                configuration.get(MAX_SIZE_IN_FLIGHT),
                configuration.get(MAX_RETRIES),
                configuration.get(RETRY_WAIT),
                configuration.get(SortSettings.BATCH_SIZE));
    }
}
