package io.evenkeel.event.log;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;

/** How an event log is packed; in streams that Apache Spark reads, told by the end of the file's name. */
public enum LogCompression {
    NONE(""),
    LZ4(".lz4"),
    ZSTD(".zstd");

    private static final int BLOCK_BYTES = 32 << 10;
    private static final int CHECKSUM_SEED = 0x9747b28c;
    private static final int ZSTD_LEVEL = 1;

    private final String extension;

    LogCompression(String extension) {
        this.extension = extension;
    }

    /** What the name of a file ends with. */
    String extension() {
        return extension;
    }

    /** A stream that packs what it is given; what was flushed can be unpacked without what follows. */
    OutputStream pack(OutputStream out) throws IOException {
        return switch (this) {
            case NONE -> out;
            case LZ4 ->
                new LZ4BlockOutputStream(
                        out,
                        BLOCK_BYTES,
                        LZ4Factory.fastestInstance().fastCompressor(),
                        XXHashFactory.fastestInstance()
                                .newStreamingHash32(CHECKSUM_SEED)
                                .asChecksum(),
                        true);
            case ZSTD -> new ZstdOutputStreamNoFinalizer(out, ZSTD_LEVEL);
        };
    }
}
