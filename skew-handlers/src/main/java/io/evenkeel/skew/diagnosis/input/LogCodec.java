package io.evenkeel.skew.diagnosis.input;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.ning.compress.lzf.LZFInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.xerial.snappy.SnappyInputStream;

/** What an event log is compressed with; told by its first bytes, never by its name. */
enum LogCodec {
    PLAIN,
    /** Blocks of lz4-java behind the magic {@code LZ4Block}, as Spark writes them. */
    LZ4("LZ4Block"),
    ZSTD("(\u00b5/\u00fd"),
    /** Snappy in the framing of snappy-java. */
    SNAPPY("\u0082SNAPPY\u0000"),
    LZF("ZV"),
    GZIP("\u001f\u008b"),
    ZIP("PK\u0003\u0004");

    private static final int HEAD_BYTES = 8;
    private static final int MAX_SNAPPY_CHUNK_BYTES = 16 << 20;
    private static final int BUFFER_BYTES = 64 << 10;
    /** How often a stream may be compressed again inside another one. */
    private static final int MAX_LAYERS = 4;

    /** Each character is one byte. */
    private final String magic;

    LogCodec() {
        this("");
    }

    LogCodec(String magic) {
        this.magic = magic;
    }

    /** The codec of a stream that can be marked; leaves the stream where it was. */
    static LogCodec detect(InputStream in) throws IOException {
        in.mark(HEAD_BYTES);
        byte[] head = in.readNBytes(HEAD_BYTES);
        in.reset();
        for (LogCodec codec : values()) {
            if (codec != PLAIN && codec.matches(head)) {
                return codec;
            }
        }
        return PLAIN;
    }

    /**
     * Unpacks every layer of compression. A zip archive inside stays packed: it holds files, not a stream.
     *
     * @throws IOException if the first bytes of a layer are damaged
     */
    static InputStream unpack(InputStream raw) throws IOException {
        InputStream in = buffered(raw);
        for (int layer = 0; layer < MAX_LAYERS; layer++) {
            LogCodec codec = detect(in);
            if (codec == PLAIN || codec == ZIP) {
                return in;
            }
            in = buffered(codec.open(in));
        }
        throw new IOException("compressed more than " + MAX_LAYERS + " times");
    }

    private InputStream open(InputStream in) throws IOException {
        return switch (this) {
            case PLAIN, ZIP -> in;
            case LZ4 -> new Lz4BlockStream(in);
            case ZSTD -> new ZstdInputStreamNoFinalizer(in);
            case SNAPPY -> new SnappyInputStream(in, MAX_SNAPPY_CHUNK_BYTES);
            case LZF -> new LZFInputStream(in);
            case GZIP -> new GZIPInputStream(in, BUFFER_BYTES);
        };
    }

    private static InputStream buffered(InputStream in) {
        return new BufferedInputStream(in, BUFFER_BYTES);
    }

    private boolean matches(byte[] head) {
        if (head.length < magic.length()) {
            return false;
        }
        for (int i = 0; i < magic.length(); i++) {
            if ((head[i] & 0xFF) != magic.charAt(i)) {
                return false;
            }
        }
        // Two letters alone could begin a text: an LZF chunk goes on with its type, 0 or 1.
        return this != LZF || (head.length > 2 && (head[2] == 0 || head[2] == 1));
    }
}
