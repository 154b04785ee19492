package io.evenkeel.checkpoint;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.FilePiece;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.ReadableFile;
import java.io.IOException;
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

    /**
     * What a file says of itself at its end, which whoever reads it checks.
     *
     * @param place how many parts there are before it
     */
    static WrittenPart part(FilePiece file, int place) {
        PartitionIndex partition = new PartitionIndex(place);
        String name = String.valueOf(file.path().getFileName());
        if (!name.equals(WrittenPart.fileName(partition)) || file.size() < Long.BYTES + END_BYTES) {
            throw new EngineException(
                    ErrorCode.INPUT_UNREADABLE,
                    file.path() + " stands where " + WrittenPart.fileName(partition)
                            + " of an output of saveAsObjectFile or checkpoint should be");
        }
        byte[] end = new byte[END_BYTES];
        try (ReadableFile opened = new LocalBlockFiles().open(file.path())) {
            opened.readFully(file.size() - END_BYTES, end, 0, END_BYTES);
        } catch (IOException e) {
            throw file.failed(file.size() - END_BYTES, e);
        }
        return new WrittenPart(partition, name, ByteBuffer.wrap(end).getLong(Integer.BYTES), file.size());
    }

    static int checksum(long position, ByteBuffer words, byte[] descriptor, byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(Long.BYTES).putLong(position).flip());
        crc.update(words);
        crc.update(descriptor, 0, descriptor.length);
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
