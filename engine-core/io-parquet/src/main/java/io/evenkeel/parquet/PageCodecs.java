package io.evenkeel.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Packs and unpacks pages without the codecs of Hadoop, which look for classes where an application's are. Stateless. */
final class PageCodecs implements CompressionCodecFactory {

    private static final int ZSTD_LEVEL = 3;

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName name) {
        return new BytesInputCompressor() {
            @Override
            public BytesInput compress(BytesInput bytes) throws IOException {
                return name == CompressionCodecName.UNCOMPRESSED ? bytes : BytesInput.from(pack(name, all(bytes)));
            }

            @Override
            public CompressionCodecName getCodecName() {
                return name;
            }

            @Override
            public void release() {}
        };
    }

    private static byte[] all(BytesInput bytes) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream(Math.toIntExact(bytes.size()));
        bytes.writeAllTo(all);
        return all.toByteArray();
    }

    private static byte[] pack(CompressionCodecName name, byte[] plain) throws IOException {
        return switch (name) {
            case SNAPPY -> Snappy.compress(plain);
            case ZSTD -> Zstd.compress(plain, ZSTD_LEVEL);
            case GZIP -> packGzip(plain);
            case UNCOMPRESSED, LZO, BROTLI, LZ4, LZ4_RAW -> throw unknown(name);
        };
    }

    private static byte[] packGzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 2 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
        return new BytesInputDecompressor() {
            @Override
            public BytesInput decompress(BytesInput bytes, int plainBytes) throws IOException {
                return name == CompressionCodecName.UNCOMPRESSED
                        ? bytes
                        : BytesInput.from(unpack(name, all(bytes), plainBytes));
            }

            @Override
            public void decompress(ByteBuffer packed, int packedBytes, ByteBuffer plain, int plainBytes)
                    throws IOException {
                byte[] source = new byte[packedBytes];
                packed.get(source);
                plain.put(name == CompressionCodecName.UNCOMPRESSED ? source : unpack(name, source, plainBytes));
            }

            @Override
            public void release() {}
        };
    }

    private static byte[] unpack(CompressionCodecName name, byte[] packed, int plainBytes) throws IOException {
        byte[] plain = new byte[plainBytes];
        int length;
        try {
            length = switch (name) {
                case SNAPPY -> unpackSnappy(packed, plain);
                case ZSTD -> (int) Zstd.decompressByteArray(plain, 0, plainBytes, packed, 0, packed.length);
                case LZ4_RAW -> LZ4Factory.fastestInstance().safeDecompressor().decompress(packed, plain);
                case GZIP -> unpackGzip(packed, plain);
                case UNCOMPRESSED, LZO, BROTLI, LZ4 -> throw unknown(name);
            };
        } catch (ZstdException | LZ4Exception e) {
            throw new IOException("a page can't be unpacked: " + e.getMessage(), e);
        }
        if (length != plainBytes) {
            throw new IOException("a page has " + length + " bytes instead of " + plainBytes);
        }
        return plain;
    }

    private static int unpackSnappy(byte[] packed, byte[] plain) throws IOException {
        int length = Snappy.uncompressedLength(packed);
        return length == plain.length ? Snappy.uncompress(packed, 0, packed.length, plain, 0) : length;
    }

    private static int unpackGzip(byte[] packed, byte[] plain) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            int length = in.readNBytes(plain, 0, plain.length);
            return in.read() < 0 ? length : length + 1;
        }
    }

    private static EngineException unknown(CompressionCodecName name) {
        return new EngineException(
                ErrorCode.INPUT_UNREADABLE,
                "pages packed by " + name + " can't be read; " + Arrays.toString(ParquetCompression.values())
                        + " and LZ4_RAW can");
    }

    @Override
    public void release() {}
}
