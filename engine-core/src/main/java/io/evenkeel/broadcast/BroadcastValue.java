package io.evenkeel.broadcast;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.EncodedRows;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.jspecify.annotations.Nullable;

/**
 * A value of a broadcast as it travels: encoded, cut into pieces, each compressed and with a checksum. Immutable.
 *
 * @param codec descriptor of the codec
 * @param rawLength how long it is when it is put together again
 */
public record BroadcastValue(String codec, int rawLength, List<Piece> pieces) {

    /** Copies the pieces. */
    public BroadcastValue {
        pieces = List.copyOf(pieces);
    }

    /**
     * Encodes a value.
     *
     * @throws EngineException if a codec can't take it, or it is larger than the settings allow
     */
    public static BroadcastValue of(@Nullable Object value, CodecRegistry codecs, BroadcastSettings settings) {
        EncodedRows encoded = EncodedRows.encode(Arrays.asList(value), codecs);
        byte[] bytes = encoded.bytes();
        if (bytes.length > settings.maxSize().bytes()) {
            throw new EngineException(
                    ErrorCode.OUT_OF_MEMORY,
                    "the value to broadcast takes " + bytes.length + " bytes encoded, more than "
                            + BroadcastSettings.MAX_SIZE.key() + " = " + settings.maxSize()
                            + ": raise it, or make the value a dataset and join it");
        }
        LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
        int pieceBytes = Math.toIntExact(settings.blockSize().bytes());
        List<Piece> pieces = new ArrayList<>();
        for (int offset = 0; offset < bytes.length; offset += pieceBytes) {
            int length = Math.min(pieceBytes, bytes.length - offset);
            byte[] stored = Arrays.copyOfRange(bytes, offset, offset + length);
            if (settings.compress()) {
                byte[] compressed = compressor.compress(stored);
                stored = compressed.length < length ? compressed : stored;
            }
            pieces.add(new Piece(length, checksum(stored), stored));
        }
        return new BroadcastValue(encoded.codec(), bytes.length, pieces);
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }

    /** What the pieces take. */
    public long storedBytes() {
        return pieces.stream().mapToLong(piece -> piece.bytes().length).sum();
    }

    /**
     * The value, checked.
     *
     * @throws EngineException with {@link ErrorCode#CORRUPT_DATA} if a piece is not what was made
     */
    @Nullable
    Object decode(CodecRegistry codecs) {
        LZ4SafeDecompressor decompressor = LZ4Factory.fastestInstance().safeDecompressor();
        byte[] raw = new byte[rawLength];
        int position = 0;
        for (Piece piece : pieces) {
            byte[] bytes = piece.bytes();
            if (checksum(bytes) != piece.checksum() || piece.rawLength() > rawLength - position) {
                throw corrupt("checksum", null);
            }
            if (bytes.length == piece.rawLength()) {
                System.arraycopy(bytes, 0, raw, position, bytes.length);
            } else {
                decompress(decompressor, piece, raw, position);
            }
            position += piece.rawLength();
        }
        if (position != rawLength) {
            throw corrupt("length", null);
        }
        return new EncodedRows(codec, 1, raw).decode(codecs).get(0);
    }

    private static void decompress(LZ4SafeDecompressor decompressor, Piece piece, byte[] raw, int position) {
        try {
            int made =
                    decompressor.decompress(piece.bytes(), 0, piece.bytes().length, raw, position, piece.rawLength());
            if (made != piece.rawLength()) {
                throw corrupt("length", null);
            }
        } catch (LZ4Exception e) {
            throw corrupt("compression", e);
        }
    }

    private static EngineException corrupt(String what, @Nullable Throwable cause) {
        return new EngineException(
                ErrorCode.CORRUPT_DATA, "a piece of a broadcast arrived damaged: its " + what + " is wrong", cause);
    }
}
