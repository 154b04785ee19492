package io.evenkeel.perf;

import java.util.Random;

/**
 * Encoded rows of 100 bytes that compress to about half: a key that does not, and words that do. A few thousand of them
 * are repeated, so that giving one out costs nothing. Immutable.
 */
final class ShuffleRows {

    static final int BYTES = 100;

    private static final int DISTINCT = 1 << 14;
    private static final int KEY_BYTES = 40;
    private static final String[] WORDS = {"level", "hull", "keel", "skew", "shuffle", "reducer", "salt", "spill"};

    private final byte[] bytes = new byte[DISTINCT * BYTES];
    private final int[] places = new int[DISTINCT];

    ShuffleRows(long seed) {
        Random random = new Random(seed);
        byte[] key = new byte[KEY_BYTES];
        for (int row = 0; row < DISTINCT; row++) {
            random.nextBytes(key);
            System.arraycopy(key, 0, bytes, offset(row), KEY_BYTES);
            for (int at = KEY_BYTES; at < BYTES; ) {
                String word = WORDS[random.nextInt(WORDS.length)];
                for (int i = 0; i < word.length() && at < BYTES; i++) {
                    bytes[offset(row) + at++] = (byte) word.charAt(i);
                }
            }
            places[row] = random.nextInt(Integer.MAX_VALUE);
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int offset(long number) {
        return (int) (number & (DISTINCT - 1)) * BYTES;
    }

    /** A reducer that follows from the row and its number, alike for all reducers. */
    int reducer(long number, int reducers) {
        long mixed = (places[(int) (number & (DISTINCT - 1))] + number) * 0x9E3779B97F4A7C15L;
        return (int) (((mixed >>> 33) * reducers) >>> 31);
    }
}
