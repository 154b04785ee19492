package io.evenkeel.broadcast;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;

/**
 * How values of broadcasts travel. Immutable.
 *
 * @param blockSize how long a piece is before compression
 * @param compress whether pieces are compressed
 * @param maxSize the largest value, encoded
 */
public record BroadcastSettings(ByteSize blockSize, boolean compress, ByteSize maxSize) {

    public static final Setting<ByteSize> BLOCK_SIZE = Setting.size(
                    "evenkeel.broadcast.blockSize",
                    ByteSize.ofMib(4),
                    "m",
                    new ByteSize(1024),
                    ByteSize.ofMib(512),
                    "How long the pieces are, before compression, in which a broadcast value travels.")
            .withAliases("spark.broadcast.blockSize");

    public static final Setting<Boolean> COMPRESS = Setting.flag(
                    "evenkeel.broadcast.compress", true, "Whether broadcast values are compressed (lz4).")
            .withAliases("spark.broadcast.compress");

    public static final Setting<ByteSize> MAX_SIZE = Setting.size(
            "evenkeel.broadcast.maxSize",
            ByteSize.ofMib(1024),
            "m",
            new ByteSize(1024),
            ByteSize.ofMib(2047),
            "The largest value that can be broadcast, as encoded; each executor holds it whole.");

    public static BroadcastSettings from(Configuration configuration) {
        return new BroadcastSettings(
                configuration.get(BLOCK_SIZE), configuration.get(COMPRESS), configuration.get(MAX_SIZE));
    }
}
