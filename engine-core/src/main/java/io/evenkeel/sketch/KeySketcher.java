package io.evenkeel.sketch;

import io.evenkeel.codec.StructuralHash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records and bytes of the keys that have many, in space that does not grow. Confined to one thread.
 *
 * <p>It is a descendant of Misra and Gries (1982): the Space-Saving counters of Metwally, Agrawal and El Abbadi (2005), in
 * sets of four that lie together, so that a record costs a look at two cache lines and nothing is ever swept. A counter
 * holds what its key can have had at most, of records and of bytes. A key without a counter takes that of the smallest in
 * its set, by the sum of both weights; what that one can have had is from then on what any key without a counter in this
 * set can have had (<i>untracked</i>), and what the new one may have had before. So for each key at each time
 *
 * <pre>  counter - untracked of its set  ≤  truth  ≤  counter, or untracked where it has none</pre>
 *
 * <p>These bounds hold for any input. How narrow they are is a matter of how the hash spreads keys over sets: untracked is
 * at most a fourth of the weight of a set, and with 4 k counters a set has 1/k of the weight of all the keys that don't
 * stand out (where records differ much in size, somewhat more: the smallest by both weights need not be so by each).
 */
public final class KeySketcher {

    /** How many counters are in a set. */
    private static final int WAYS = 4;

    /** A set: four hashes, four counts of records, four of bytes, untracked records, untracked bytes, two of nothing. */
    private static final int RECORDS = WAYS;

    private static final int BYTES = 2 * WAYS;
    private static final int UNTRACKED_RECORDS = 3 * WAYS;
    private static final int UNTRACKED_BYTES = UNTRACKED_RECORDS + 1;
    private static final int SET = 4 * WAYS;
    private static final int SET_BITS = 4;

    /** A key with a record of so many bytes is asked for at once; others when they come a second time. */
    private static final int LARGE_BYTES = 1 << 14;

    /** After so many records it is known well enough how many bytes a record has. */
    private static final int SIZED_AFTER = 128;

    private final int k;
    private final int sampledFromBytes;
    private final long[] sets;
    private final int mask;
    private final @Nullable KeySample[] samples;
    private int last;
    private long records;
    private long bytes;

    /** A record weighs its bytes and {@code 1 << recordShift}, which is about as much. */
    private int recordShift = 6;

    /** @param k how finely to look: keys with less than 1/k of the records and of the bytes need not be told; at least 1 */
    public KeySketcher(int k) {
        this(k, LARGE_BYTES);
    }

    private KeySketcher(int k, int sampledFromBytes) {
        this.k = k;
        this.sampledFromBytes = sampledFromBytes;
        int count = k <= 4 ? 4 : Integer.highestOneBit(k - 1) << 1;
        this.sets = new long[count * SET];
        this.mask = count - 1;
        this.samples = new KeySample[count * WAYS];
    }

    /** One that asks for every key at once: where records are few and each key is to be named. */
    public static KeySketcher naming(int k) {
        return new KeySketcher(k, 0);
    }

    /**
     * Counts a record.
     *
     * @return whether the key is wanted, by {@link #sample}
     */
    public boolean add(long hash, int recordBytes) {
        records++;
        bytes += recordBytes;
        int set = StructuralHash.slot(hash, mask);
        int base = set << SET_BITS;
        long[] counters = sets;
        for (int at = base; at < base + WAYS; at++) {
            if (counters[at] == hash && counters[at + RECORDS] != 0) {
                counters[at + RECORDS]++;
                counters[at + BYTES] += recordBytes;
                last = set * WAYS + at - base;
                return samples[last] == null;
            }
        }
        return replace(set, base, hash, recordBytes);
    }

    private boolean replace(int set, int base, long hash, int recordBytes) {
        long[] counters = sets;
        int victim = base;
        long smallest = weight(base);
        for (int at = base + 1; at < base + WAYS; at++) {
            long weight = weight(at);
            if (weight < smallest) {
                smallest = weight;
                victim = at;
            }
        }
        long beforeRecords = Math.max(counters[base + UNTRACKED_RECORDS], counters[victim + RECORDS]);
        long beforeBytes = Math.max(counters[base + UNTRACKED_BYTES], counters[victim + BYTES]);
        counters[base + UNTRACKED_RECORDS] = beforeRecords;
        counters[base + UNTRACKED_BYTES] = beforeBytes;
        counters[victim] = hash;
        counters[victim + RECORDS] = beforeRecords + 1;
        counters[victim + BYTES] = beforeBytes + recordBytes;
        last = set * WAYS + victim - base;
        if (samples[last] != null) {
            samples[last] = null;
        }
        if (records == SIZED_AFTER) {
            recordShift = 63 - Long.numberOfLeadingZeros(bytes / SIZED_AFTER | 1);
        }
        return recordBytes >= sampledFromBytes;
    }

    private long weight(int at) {
        return sets[at + BYTES] + (sets[at + RECORDS] << recordShift);
    }

    /** Takes the key of the record that was added last. */
    public void sample(KeySample sample) {
        samples[last] = sample;
    }

    /** The keys that may have more than 1/k of the records or of the bytes. Changes nothing. */
    public KeySketch finish() {
        long recordLimit = records / k;
        long byteLimit = bytes / k;
        long untrackedRecords = 0;
        long untrackedBytes = 0;
        List<KeyEntry> entries = new ArrayList<>();
        for (int base = 0; base < sets.length; base += SET) {
            long before = sets[base + UNTRACKED_RECORDS];
            long beforeBytes = sets[base + UNTRACKED_BYTES];
            untrackedRecords = Math.max(untrackedRecords, before);
            untrackedBytes = Math.max(untrackedBytes, beforeBytes);
            for (int at = base; at < base + WAYS; at++) {
                long most = sets[at + RECORDS];
                long mostBytes = sets[at + BYTES];
                if (most > recordLimit || mostBytes > byteLimit) {
                    KeySample sample = samples[(base >> SET_BITS) * WAYS + at - base];
                    entries.add(new KeyEntry(
                            sets[at], Math.max(1, most - before), most, mostBytes - beforeBytes, mostBytes, sample));
                } else {
                    untrackedRecords = Math.max(untrackedRecords, most);
                    untrackedBytes = Math.max(untrackedBytes, mostBytes);
                }
            }
        }
        return new KeySketch(records, bytes, untrackedRecords, untrackedBytes, entries);
    }
}
