package io.evenkeel.skew.diagnosis.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The blocks that lz4-java's block output stream writes, one stream or several after each other. Sizes in a damaged
 * header are refused before memory is taken for them. Confined to one thread; owns the stream under it.
 *
 * <pre>
 * "LZ4Block" | token 1 | compressed bytes 4 LE | original bytes 4 LE | checksum 4 LE | compressed bytes …
 * token: high half 0x10 stored, 0x20 compressed; low half level, the block holds at most 2^(10 + level) bytes
 * </pre>
 */
final class Lz4BlockStream extends InputStream {

    private static final byte[] MAGIC = {'L', 'Z', '4', 'B', 'l', 'o', 'c', 'k'};
    private static final int HEADER_BYTES = MAGIC.length + 13;
    private static final int STORED = 0x10;
    private static final int COMPRESSED = 0x20;
    private static final int SEED = 0x9747b28c;
    private static final int CHECKSUM_MASK = 0xFFFFFFF;

    private final InputStream in;
    private final LZ4SafeDecompressor decompressor =
            LZ4Factory.fastestInstance().safeDecompressor();
    private final XXHash32 hash = XXHashFactory.fastestInstance().hash32();
    private byte[] compressed = new byte[0];
    private byte[] block = new byte[0];
    private int position;
    private int limit;
    private boolean ended;

    Lz4BlockStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return fill() ? block[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int copied = Math.min(length, limit - position);
        System.arraycopy(block, position, target, offset, copied);
        position += copied;
        return copied;
    }

    @Override
    public int available() {
        return limit - position;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean fill() throws IOException {
        while (position == limit && !ended) {
            readBlock();
        }
        return position < limit;
    }

    private void readBlock() throws IOException {
        byte[] head = in.readNBytes(HEADER_BYTES);
        if (head.length == 0) {
            ended = true;
            return;
        }
        if (head.length < HEADER_BYTES) {
            throw new EOFException("lz4 stream ends inside a block header");
        }
        if (Arrays.mismatch(head, MAGIC) != MAGIC.length) {
            throw new IOException("lz4 block without its magic");
        }
        ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).position(MAGIC.length);
        int token = fields.get() & 0xFF;
        int packedBytes = fields.getInt();
        int plainBytes = fields.getInt();
        int checksum = fields.getInt();
        int method = token & 0xF0;
        int most = 1 << (10 + (token & 0x0F));
        boolean sane = plainBytes >= 0
                && plainBytes <= most
                && packedBytes >= 0
                && packedBytes <= most
                && (method == COMPRESSED || (method == STORED && packedBytes == plainBytes));
        if (!sane) {
            throw new IOException("damaged lz4 block header");
        }
        position = 0;
        limit = 0;
        readContents(method, packedBytes, plainBytes, checksum);
    }

    private void readContents(int method, int packedBytes, int plainBytes, int checksum) throws IOException {
        if (plainBytes == 0) {
            // An empty block ends one stream; another may follow.
            return;
        }
        if (block.length < plainBytes) {
            block = new byte[plainBytes];
        }
        if (method == STORED) {
            readFully(block, plainBytes);
        } else {
            if (compressed.length < packedBytes) {
                compressed = new byte[packedBytes];
            }
            readFully(compressed, packedBytes);
            decompress(packedBytes, plainBytes);
        }
        if ((hash.hash(block, 0, plainBytes, SEED) & CHECKSUM_MASK) != checksum) {
            throw new IOException("lz4 block with a wrong checksum");
        }
        limit = plainBytes;
    }

    private void decompress(int packedBytes, int plainBytes) throws IOException {
        try {
            int written = decompressor.decompress(compressed, 0, packedBytes, block, 0, plainBytes);
            if (written != plainBytes) {
                throw new IOException("lz4 block holds " + written + " bytes instead of " + plainBytes);
            }
        } catch (LZ4Exception e) {
            throw new IOException("damaged lz4 block", e);
        }
    }

    private void readFully(byte[] target, int length) throws IOException {
        if (in.readNBytes(target, 0, length) < length) {
            throw new EOFException("lz4 stream ends inside a block");
        }
    }
}
