package io.evenkeel.sketch;

import io.evenkeel.codec.StructuralHash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records and bytes of the keys that have many, in space that does not grow. Confined to one thread.
 *
 * <p>Keys compete for counters as in the votes of Boyer and Moore (1981) and of Misra and Gries (1982). A set has four
 * counters, each with a key and its <i>lives</i>: a record of the key adds some, a record of a key without a counter takes
 * as many from each in turn, and takes over a counter that has too few left. So a key keeps its counter as long as it has more than
 * a fourth of what finds none in its set, about 1/(4k) of all; records count for themselves and for their bytes. A record costs a look at one set, and nothing is
 * ever swept or compared.
 *
 * <p>What is told rests on less: a counter counts from when its key took it over, and each set knows how much went through
 * it. What no counter of the set has counted is all that a key of this set can have had beside what was counted for it:
 *
 * <pre>  counted  ≤  truth  ≤  counted + what the set's counters did not count</pre>
 *
 * <p>These bounds hold for any input. They are as narrow as the hash spreads keys evenly: with k sets, what the counters of a
 * set did not count is about 1/k of the records of all keys that don't stand out.
 */
public final class KeySketcher {

    private static final int WAYS = 4;

    /** A set is four hashes, four counters, four lives, one counter of all, and nothing: 128 bytes. */
    private static final int SET_BITS = 4;

    private static final int COUNTERS = WAYS;
    private static final int LIVES = 2 * WAYS;
    private static final int ALL = 3 * WAYS;

    /**
     * A counter holds two numbers, so that one addition counts both.
     *
     * <pre>  63          36 35                       0
     *  |   records    |          bytes           |</pre>
     */
    private static final int RECORD_BITS = 28;

    private static final int BYTE_BITS = 64 - RECORD_BITS;
    private static final long BYTES = (1L << BYTE_BITS) - 1;
    private static final long ONE_RECORD = 1L << BYTE_BITS;

    /** Set in the lives of a counter: the key that has it now was sampled. */
    private static final long SAMPLED = Long.MIN_VALUE;

    /** A key with a record of so many bytes is asked for at once; others when they come a second time. */
    private static final int LARGE_BYTES = 1 << 14;

    /** After so many records, a power of two, it is seen again how many bytes an average one has. */
    private static final int SIZED_EVERY = 64;

    private final int k;
    private final int sampledFromBytes;
    private final long[] sets;
    private final int mask;
    private final @Nullable KeySample[] samples;
    private int last;
    private long records;
    private long bytes;

    /** An average record has about {@code 1 << byteShift} bytes. */
    private int byteShift = 6;

    /** @param k how finely to look: keys with much less than 1/k of the records and of the bytes are not told; at least 1 */
    public KeySketcher(int k) {
        this(k, LARGE_BYTES);
    }

    private KeySketcher(int k, int sampledFromBytes) {
        this.k = k;
        this.sampledFromBytes = sampledFromBytes;
        int count = k <= 4 ? 4 : Integer.highestOneBit(k - 1) << 1;
        this.sets = new long[count << SET_BITS];
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
        long one = ONE_RECORD + recordBytes;
        counters[base + ALL] += one;
        int way;
        if (counters[base] == hash) {
            way = 0;
        } else if (counters[base + 1] == hash) {
            way = 1;
        } else if (counters[base + 2] == hash) {
            way = 2;
        } else if (counters[base + 3] == hash) {
            way = 3;
        } else {
            return contend(set, base, hash, recordBytes);
        }
        counters[base + COUNTERS + way] += one;
        long lives = counters[base + LIVES + way];
        counters[base + LIVES + way] = lives + weight(recordBytes);
        last = set * WAYS + way;
        return lives >= 0;
    }

    private boolean contend(int set, int base, long hash, int recordBytes) {
        long[] counters = sets;
        int way = (int) records & (WAYS - 1);
        long weight = weight(recordBytes);
        long lives = counters[base + LIVES + way];
        // without branches, since on even data nobody can tell which way they go: all ones if the counter is taken over
        long taken = ((lives & ~SAMPLED) - weight) >> (Long.SIZE - 1);
        long one = ONE_RECORD + recordBytes;
        counters[base + way] ^= (counters[base + way] ^ hash) & taken;
        counters[base + COUNTERS + way] ^= (counters[base + COUNTERS + way] ^ one) & taken;
        counters[base + LIVES + way] = (weight & taken) | ((lives - weight) & ~taken);
        if ((records & (SIZED_EVERY - 1)) == 0) {
            byteShift = 63 - Long.numberOfLeadingZeros(bytes / records | 1);
        }
        last = set * WAYS + way;
        return recordBytes >= sampledFromBytes && taken != 0;
    }

    /** How many lives a record is worth: one, and one for the bytes that an average record has. */
    private long weight(int recordBytes) {
        return 1L + (recordBytes >>> byteShift);
    }

    /** Takes the key of the record that was added last. */
    public void sample(KeySample sample) {
        samples[last] = sample;
        sets[((last / WAYS) << SET_BITS) + LIVES + (last % WAYS)] |= SAMPLED;
    }

    /**
     * The keys of which more than half of 1/k of the records or of the bytes was counted. Changes nothing. Of more records or bytes than a
     * counter holds nothing is known but how many they are.
     */
    public KeySketch finish() {
        if (records >= 1L << RECORD_BITS || bytes > BYTES) {
            return new KeySketch(records, bytes, records, bytes, List.of());
        }
        long untrackedRecords = 0;
        long untrackedBytes = 0;
        List<KeyEntry> entries = new ArrayList<>();
        for (int set = 0; set <= mask; set++) {
            int base = set << SET_BITS;
            long missed = sets[base + ALL];
            for (int way = 0; way < WAYS; way++) {
                missed -= sets[base + COUNTERS + way];
            }
            untrackedRecords = Math.max(untrackedRecords, missed >>> BYTE_BITS);
            untrackedBytes = Math.max(untrackedBytes, missed & BYTES);
            for (int way = 0; way < WAYS; way++) {
                long least = sets[base + COUNTERS + way];
                long most = least + missed;
                if (least >>> BYTE_BITS > records / k / 2 || (least & BYTES) > bytes / k / 2) {
                    KeySample sample = sets[base + LIVES + way] < 0 ? samples[set * WAYS + way] : null;
                    entries.add(entry(sets[base + way], least, most, sample));
                } else {
                    untrackedRecords = Math.max(untrackedRecords, most >>> BYTE_BITS);
                    untrackedBytes = Math.max(untrackedBytes, most & BYTES);
                }
            }
        }
        return new KeySketch(records, bytes, untrackedRecords, untrackedBytes, entries);
    }

    private static KeyEntry entry(long hash, long least, long most, @Nullable KeySample sample) {
        return new KeyEntry(hash, least >>> BYTE_BITS, most >>> BYTE_BITS, least & BYTES, most & BYTES, sample);
    }
}
