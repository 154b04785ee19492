package io.evenkeel.perf.peers;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Words as bytes with their counts, in arrays with open addressing. Confined to one thread. */
final class WordTable {

    private static final long SCATTER = 0x9E3779B97F4A7C15L;
    private static final int CAPACITY_BITS = 22;
    private static final int MASK = (1 << CAPACITY_BITS) - 1;

    private final long[] hashes = new long[MASK + 1];
    private final long[] counts = new long[MASK + 1];
    private final int[] offsets = new int[MASK + 1];
    private final byte[] lengths = new byte[MASK + 1];
    private byte[] letters = new byte[1 << 25];
    private int filled;

    /** Counts a word. */
    void add(byte[] source, int offset, int length, long hash, long count) {
        int slot = (int) ((hash * SCATTER) >>> (Long.SIZE - CAPACITY_BITS));
        while (counts[slot] > 0) {
            if (hashes[slot] == hash
                    && lengths[slot] == length
                    && Arrays.equals(letters, offsets[slot], offsets[slot] + length, source, offset, offset + length)) {
                counts[slot] += count;
                return;
            }
            slot = (slot + 1) & MASK;
        }
        if (filled + length > letters.length) {
            letters = Arrays.copyOf(letters, 2 * letters.length);
        }
        System.arraycopy(source, offset, letters, filled, length);
        hashes[slot] = hash;
        lengths[slot] = (byte) length;
        offsets[slot] = filled;
        counts[slot] = count;
        filled += length;
    }

    void addAll(WordTable other) {
        for (int i = 0; i <= MASK; i++) {
            if (other.counts[i] > 0) {
                add(other.letters, other.offsets[i], other.lengths[i], other.hashes[i], other.counts[i]);
            }
        }
    }

    void write(OutputStream out) throws IOException {
        for (int i = 0; i <= MASK; i++) {
            if (counts[i] > 0) {
                out.write(letters, offsets[i], lengths[i]);
                out.write('\t');
                out.write(Long.toString(counts[i]).getBytes(StandardCharsets.ISO_8859_1));
                out.write('\n');
            }
        }
    }
}
