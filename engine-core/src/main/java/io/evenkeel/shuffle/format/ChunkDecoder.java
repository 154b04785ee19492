package io.evenkeel.shuffle.format;

import io.evenkeel.shuffle.ShuffleSettings.Compression;
import java.io.Closeable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Checks chunks and takes them apart again. Confined to one thread. Closing frees native memory and is idempotent.
 */
public final class ChunkDecoder implements Closeable {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final Map<Compression, BlockCodec> codecs = new EnumMap<>(Compression.class);
    private final CRC32C crc = new CRC32C();

    /**
     * Checks a chunk against its entry and decompresses it.
     *
     * @param compression of the index the entry is from
     * @param entry what the chunk has to be
     * @param chunk its bytes on disk, from index 0
     * @param target takes its records, from index 0; at least {@code entry.rawLength()} long
     * @throws CorruptDataException if it is anything else
     */
    public void decode(Compression compression, ChunkEntry entry, byte[] chunk, byte[] target) {
        crc.reset();
        crc.update(chunk, 0, entry.length());
        if ((int) crc.getValue() != entry.checksum()) {
            throw new CorruptDataException("the chunk at offset " + entry.offset() + " (" + entry.length()
                    + " bytes) has CRC32C " + Integer.toHexString((int) crc.getValue()) + ", the index says "
                    + Integer.toHexString(entry.checksum()));
        }
        int position = 0;
        int made = 0;
        while (position < entry.length()) {
            int left = entry.length() - position - ChunkEncoder.HEADER_BYTES;
            int header = left < 0 ? 0 : (int) INT.get(chunk, position);
            int size = header & ~ChunkEncoder.RAW;
            boolean raw = header < 0;
            int room = entry.rawLength() - made;
            if (left < 0 || size > left || (raw && size > room)) {
                throw new CorruptDataException("the chunk at offset " + entry.offset() + " has a block of " + size
                        + " bytes, where " + left + " are left and " + room + " are wanted");
            }
            position += ChunkEncoder.HEADER_BYTES;
            if (raw) {
                System.arraycopy(chunk, position, target, made, size);
                made += size;
            } else {
                made += codecFor(compression).decompress(chunk, position, size, target, made, room);
            }
            position += size;
        }
        if (made != entry.rawLength()) {
            throw new CorruptDataException("the chunk at offset " + entry.offset() + " holds " + made
                    + " bytes, the index says " + entry.rawLength());
        }
    }

    private BlockCodec codecFor(Compression compression) {
        return codecs.computeIfAbsent(compression, BlockCodec::of);
    }

    @Override
    public void close() {
        codecs.values().forEach(BlockCodec::close);
        codecs.clear();
    }
}
