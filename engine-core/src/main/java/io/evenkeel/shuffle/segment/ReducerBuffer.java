package io.evenkeel.shuffle.segment;

import io.evenkeel.shuffle.format.ChunkEncoder;
import java.util.Arrays;

/** The encoded rows of one reducer and layout that wait to be made a chunk. Confined to the task's thread. */
final class ReducerBuffer {

    private static final byte[] NO_BYTES = {};
    private static final int FIRST_BYTES = 256;
    private static final int GROWTH = 4;

    private byte[] bytes = NO_BYTES;
    private int filled;
    private int records;

    /** Takes a row if there is room. */
    boolean add(byte[] source, int offset, int length) {
        if (length > bytes.length - filled || records == ChunkEncoder.MAX_RECORDS) {
            return false;
        }
        System.arraycopy(source, offset, bytes, filled, length);
        filled += length;
        records++;
        return true;
    }

    /** Whether a row of this length fits into the same chunk. */
    boolean takes(int length, int chunkBytes) {
        return length <= chunkBytes - filled && records < ChunkEncoder.MAX_RECORDS;
    }

    /** How large it should be to take a row of this length, which fits into the chunk. */
    int capacityFor(int length, int chunkBytes) {
        long wanted = Math.max(FIRST_BYTES, (long) bytes.length);
        while (wanted < filled + length) {
            wanted *= GROWTH;
        }
        return (int) Math.min(wanted, chunkBytes);
    }

    int capacity() {
        return bytes.length;
    }

    void grow(int capacity) {
        bytes = Arrays.copyOf(bytes, capacity);
    }

    byte[] bytes() {
        return bytes;
    }

    int filled() {
        return filled;
    }

    int records() {
        return records;
    }

    /** Begins the next chunk; the memory stays. */
    void clear() {
        filled = 0;
        records = 0;
    }

    /** Lets go of the memory. */
    void drop() {
        clear();
        bytes = NO_BYTES;
    }
}
