package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;

/** Keys with two numbers each, in arrays with open addressing. Confined to one thread. */
final class LongTable {

    private static final long SCATTER = 0x9E3779B97F4A7C15L;

    private long[] keys;
    private long[] first;
    private long[] second;
    private boolean[] used;
    private int mask;
    private int size;

    LongTable(int expected) {
        allocate(Integer.highestOneBit(Math.max(16, expected) * 2 - 1));
    }

    private void allocate(int capacity) {
        keys = new long[capacity];
        first = new long[capacity];
        second = new long[capacity];
        used = new boolean[capacity];
        mask = capacity - 1;
    }

    /** Where a key is, or would be. */
    private int slot(long key) {
        int slot = (int) ((key * SCATTER) >>> 32) & mask;
        while (used[slot] && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Adds to the first number, and makes the second as large. */
    void add(long key, long amount, long value) {
        int slot = slot(key);
        if (used[slot]) {
            first[slot] += amount;
            second[slot] = Math.max(second[slot], value);
            return;
        }
        put(slot, key, amount, value);
        if (++size * 2 > mask) {
            grow();
        }
    }

    private void put(int slot, long key, long amount, long value) {
        used[slot] = true;
        keys[slot] = key;
        first[slot] = amount;
        second[slot] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldFirst = first;
        long[] oldSecond = second;
        boolean[] oldUsed = used;
        allocate(oldKeys.length * 2);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldUsed[i]) {
                put(slot(oldKeys[i]), oldKeys[i], oldFirst[i], oldSecond[i]);
            }
        }
    }

    /** The first number of a key, or -1 if it is not there. */
    long first(long key) {
        int slot = slot(key);
        return used[slot] ? first[slot] : -1;
    }

    /** What an entry is hashed by. */
    interface Hash {
        long of(long key, long first, long second);
    }

    Digest digest(Hash hash) {
        long sum = 0;
        for (int i = 0; i <= mask; i++) {
            if (used[i]) {
                sum += hash.of(keys[i], first[i], second[i]);
            }
        }
        return new Digest(size, sum);
    }
}
