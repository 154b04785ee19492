package io.evenkeel.aggregate;

import java.util.Arrays;

/**
 * Combines longs of keys that come again soon, in a table that stays in the processor's cache: for rows of which a few keys
 * make up much and the others hardly ever come twice, so that a map of all keys would cost more than it saves. Each key has
 * one slot. A key that finds another one there takes its place, unless the other was found again more often since; then it
 * is not taken. Where such keys turn out to be too few, it hands on what it has and takes no more.
 *
 * <p>Long keys are not taken. Takes about 150 KB, whatever goes through it. Confined to the task's thread.
 *
 * <p>Source: the counters of Misra and Gries, "Finding repeated elements", Science of Computer Programming 2 (1982), one
 * in each slot.
 */
public final class RecentKeys {

    /** Gets what a slot held when another key takes it. */
    @FunctionalInterface
    public interface Sink {

        /** Takes a key and what was combined for it; the bytes are valid during the call. */
        void accept(byte[] key, int offset, int length, long hash, long accumulator) throws Exception;
    }

    /** After so many updates it is looked at whether keys come again often enough. */
    private static final long LOOK_AFTER = 1 << 17;

    private static final int SLOTS = 1 << 12;
    private static final int KEY_BYTES = 16;
    private static final byte MOST_CREDIT = 8;
    private static final byte FREE = -1;

    private final LongCombiner.Kind kind;
    private final double fewestFound;
    private final Sink sink;
    private final byte[] keys = new byte[SLOTS * KEY_BYTES];
    private final byte[] lengths = new byte[SLOTS];
    private final byte[] credits = new byte[SLOTS];
    private final long[] hashes = new long[SLOTS];
    private final long[] accumulators = new long[SLOTS];
    private long updates;
    private long found;

    /** After so many updates {@link #goesOn} is asked. */
    private long unquestioned = LOOK_AFTER;

    /**
     * Makes an empty one.
     *
     * @param fewestFound the share of the updates that must find their key
     * @param sink gets each key that leaves
     */
    public RecentKeys(LongCombiner.Kind kind, double fewestFound, Sink sink) {
        this.kind = kind;
        this.fewestFound = fewestFound;
        this.sink = sink;
        Arrays.fill(lengths, FREE);
    }

    /**
     * Combines one more accumulator into that of a key, or takes it in.
     *
     * @param hash the structural hash of the key
     * @return false if it was not taken: the caller hands it on
     */
    public boolean update(byte[] key, int offset, int length, long hash, long accumulator) throws Exception {
        if ((updates++ >= unquestioned && !goesOn()) || length > KEY_BYTES) {
            return false;
        }
        int slot = ByteAggregationMap.slotOf(hash, SLOTS);
        int at = slot * KEY_BYTES;
        if (hashes[slot] == hash
                && lengths[slot] == length
                && Arrays.equals(keys, at, at + length, key, offset, offset + length)) {
            accumulators[slot] = kind.merge(accumulators[slot], accumulator);
            credits[slot] = (byte) Math.min(MOST_CREDIT, credits[slot] + 1);
            found++;
            return true;
        }
        if (credits[slot] > 0) {
            credits[slot]--;
            return false;
        }
        handOn(slot);
        System.arraycopy(key, offset, keys, at, length);
        lengths[slot] = (byte) length;
        hashes[slot] = hash;
        accumulators[slot] = accumulator;
        return true;
    }

    private boolean goesOn() throws Exception {
        if (unquestioned == LOOK_AFTER) {
            boolean areEnough = found >= fewestFound * updates;
            unquestioned = areEnough ? Long.MAX_VALUE : 0;
            if (!areEnough) {
                empty();
            }
        }
        return unquestioned != 0;
    }

    /** How often a key was there already. */
    long found() {
        return found;
    }

    /** Hands on all that is there; then it is empty. */
    public void empty() throws Exception {
        for (int slot = 0; slot < SLOTS; slot++) {
            handOn(slot);
            credits[slot] = 0;
        }
    }

    private void handOn(int slot) throws Exception {
        int length = lengths[slot];
        if (length != FREE) {
            lengths[slot] = FREE;
            sink.accept(keys, slot * KEY_BYTES, length, hashes[slot], accumulators[slot]);
        }
    }
}
