package io.evenkeel.sort;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;

/**
 * How structures hold records in memory and spill them. Immutable.
 *
 * @param mergeFactor how many spill files are merged at a time
 * @param pageSize the largest page of records in memory; the first ones are smaller, a larger record has its own
 * @param blockSize how many bytes of a spill file are compressed, checked and read at a time
 * @param compress whether blocks of spill files are compressed
 * @param batchSize after so many records a block ends, however few bytes it holds
 */
public record SortSettings(int mergeFactor, ByteSize pageSize, ByteSize blockSize, boolean compress, int batchSize) {

    public static final Setting<Integer> MERGE_FACTOR = Setting.integer(
            "evenkeel.sort.mergeFactor",
            64,
            2,
            10_000,
            "How many spill files are merged at a time; when there are more, they are merged in several passes.");

    public static final Setting<ByteSize> PAGE_SIZE = Setting.size(
                    "evenkeel.sort.pageSize",
                    ByteSize.ofMib(1),
                    "m",
                    new ByteSize(64),
                    ByteSize.ofMib(512),
                    "The largest page of records in memory. The first pages of a structure are smaller; a larger record "
                            + "has a page of its own.")
            .withAliases("spark.buffer.pageSize");

    public static final Setting<ByteSize> BLOCK_SIZE = Setting.size(
            "evenkeel.spill.blockSize",
            ByteSize.ofKib(64),
            "k",
            new ByteSize(64),
            ByteSize.ofMib(64),
            "How many bytes of a spill file are compressed, checked and read at a time; merging needs this much memory "
                    + "for each file.");

    public static final Setting<Boolean> COMPRESS = Setting.flag(
                    "evenkeel.spill.compress", true, "Whether spill files are compressed (lz4).")
            .withAliases("spark.shuffle.spill.compress");

    public static final Setting<Integer> BATCH_SIZE = Setting.integer(
                    "evenkeel.shuffle.spill.batchSize",
                    10_000,
                    1,
                    1 << 20,
                    "Records are spilled in batches of so many: behind each, and earlier when it is full, the block or chunk "
                            + "that they are in is compressed, given its checksum and written, and what encoding a large "
                            + "record took is let go.")
            .withAliases("spark.shuffle.spill.batchSize");

    public static SortSettings from(Configuration configuration) {
        return new SortSettings(
                configuration.get(MERGE_FACTOR),
                configuration.get(PAGE_SIZE),
                configuration.get(BLOCK_SIZE),
                configuration.get(COMPRESS),
                configuration.get(BATCH_SIZE));
    }

    /** The size of a structure's first page: small structures are many. */
    int firstPageBytes() {
        return (int) Math.max(64, pageSize.bytes() / 16);
    }

    int maxPageBytes() {
        return (int) pageSize.bytes();
    }

    int blockBytes() {
        return (int) blockSize.bytes();
    }
}
