package io.evenkeel.checkpoint;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The file of one partition of a checkpoint. Numbers are big-endian.
 *
 * <pre>
 * file:   magic (8 bytes) | chunk ... | end
 * chunk:  rows (4, above 0) | length (4) | descriptor length (4) | CRC32C (4) | codec descriptor | bytes
 * end:    0 (4) | rows of the file (8) | CRC32C (4)
 * CRC32C: of the position in the file (8 bytes) and of all of the chunk or end but itself
 * </pre>
 *
 * Stateless.
 */
final class CheckpointFormat {

    static final long MAGIC = 0x45564b43_4b505431L;
    static final int CHUNK_HEADER = 16;
    static final int END_BYTES = 16;

    private CheckpointFormat() {}

    static int checksum(long position, ByteBuffer words, byte[] descriptor, byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(position).flip());
        crc.update(words);
        crc.update(descriptor, 0, descriptor.length);
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
