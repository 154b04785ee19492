package io.evenkeel.shuffle.format;

/**
 * Where one chunk lies and what it holds. Immutable.
 *
 * @param offset where it begins in its data file
 * @param length bytes on disk
 * @param rawLength bytes of its records, decompressed
 * @param records how many whole records it holds, at least 1
 * @param checksum CRC32C of its bytes on disk
 * @param layout number of its records' layout in the index
 */
public record ChunkEntry(long offset, int length, int rawLength, int records, int checksum, int layout) {

    /** Refuses what no writer makes. */
    public ChunkEntry {
        if (offset < 0 || length < 1 || rawLength < 0 || records < 1 || layout < 0 || offset + length < 0) {
            throw new CorruptDataException("not a chunk: offset " + offset + ", length " + length + ", raw length "
                    + rawLength + ", records " + records + ", layout " + layout);
        }
    }

    /** Where the next chunk begins. */
    public long end() {
        return offset + length;
    }

    ChunkEntry at(long newOffset) {
        return new ChunkEntry(newOffset, length, rawLength, records, checksum, layout);
    }
}
