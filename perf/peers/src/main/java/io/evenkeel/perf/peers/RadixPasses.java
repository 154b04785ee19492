package io.evenkeel.perf.peers;

/** Sorts longs with what belongs to them, byte by byte from the lowest. Stateless. */
final class RadixPasses {

    private static final int DIGITS = 256;

    private RadixPasses() {}

    static void sort(long[] keys, int[] values) {
        long[] fromKeys = keys;
        int[] fromValues = values;
        long[] toKeys = new long[keys.length];
        int[] toValues = new int[keys.length];
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            int flip = shift == Long.SIZE - Byte.SIZE ? DIGITS / 2 : 0; // the sign
            int[] next = new int[DIGITS + 1];
            for (long key : fromKeys) {
                next[(((int) (key >>> shift) & 255) ^ flip) + 1]++;
            }
            for (int i = 0; i < DIGITS; i++) {
                next[i + 1] += next[i];
            }
            for (int i = 0; i < fromKeys.length; i++) {
                int at = next[((int) (fromKeys[i] >>> shift) & 255) ^ flip]++;
                toKeys[at] = fromKeys[i];
                toValues[at] = fromValues[i];
            }
            long[] keysAgain = fromKeys;
            fromKeys = toKeys;
            toKeys = keysAgain;
            int[] valuesAgain = fromValues;
            fromValues = toValues;
            toValues = valuesAgain;
        }
    }
}
