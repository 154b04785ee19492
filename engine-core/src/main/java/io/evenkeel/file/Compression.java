package io.evenkeel.file;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** How a file is packed, which the end of its name tells. A packed file may be several packed ones put together. */
public enum Compression {
    NONE("", "plain"),
    GZIP(".gz", "gzip"),
    BZIP2(".bz2", "bzip2"),
    ZSTD(".zst", "zstd"),
    LZ4(".lz4", "lz4");

    private static final int PACK_BUFFER_BYTES = 1 << 16;

    private final String suffix;
    private final String title;

    Compression(String suffix, String title) {
        this.suffix = suffix;
        this.title = title;
    }

    /** The end of the names of such files; empty for {@link #NONE}. */
    public String suffix() {
        return suffix;
    }

    /** The format's name, for messages. */
    String title() {
        return title;
    }

    /** How a file of this name is packed. */
    public static Compression ofName(String fileName) {
        String lower = fileName.toLowerCase(Locale.ROOT);
        for (Compression compression : values()) {
            if (compression != NONE && lower.endsWith(compression.suffix)) {
                return compression;
            }
        }
        return NONE;
    }

    /** The unpacked bytes; they take over the packed ones and close them. */
    ByteFeed unpack(ByteFeed packed, int bufferBytes) throws IOException {
        return switch (this) {
            case NONE -> packed;
            case GZIP -> new GzipFeed(packed, bufferBytes);
            case BZIP2, ZSTD, LZ4 -> new UnpackedFeed(this, packed, bufferBytes);
        };
    }

    /** A stream over the packed bytes that unpacks those of the three formats for which a library has one. */
    InputStream unpacking(InputStream packed) throws IOException {
        return switch (this) {
            case NONE, GZIP -> packed;
            case BZIP2 -> new BZip2CompressorInputStream(packed, true);
            case ZSTD -> new ZstdInputStreamNoFinalizer(packed);
            case LZ4 -> new LZ4FrameInputStream(packed);
        };
    }

    /**
     * A stream that packs what is written to it, in parts that can be unpacked each by itself where the format has such;
     * closing it writes the end and closes the target.
     */
    OutputStream pack(OutputStream target) throws IOException {
        return switch (this) {
            case NONE -> target;
            case GZIP -> new GZIPOutputStream(target, PACK_BUFFER_BYTES);
            case BZIP2 -> new BZip2CompressorOutputStream(target);
            case ZSTD -> new ZstdFramesStream(target);
            case LZ4 ->
                new LZ4FrameOutputStream(
                        target,
                        LZ4FrameOutputStream.BLOCKSIZE.SIZE_256KB,
                        LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
                        LZ4FrameOutputStream.FLG.Bits.BLOCK_CHECKSUM,
                        LZ4FrameOutputStream.FLG.Bits.CONTENT_CHECKSUM);
        };
    }
}
