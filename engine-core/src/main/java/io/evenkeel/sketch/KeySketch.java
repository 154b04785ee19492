package io.evenkeel.sketch;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which keys have much of some records, with bounds that always hold. A key in no entry has at most
 * {@code untrackedRecords} records and {@code untrackedBytes} bytes. Immutable.
 *
 * @param records how many records were looked at
 * @param bytes how many bytes these have, encoded and not compressed
 * @param entries those with the most records first
 */
public record KeySketch(long records, long bytes, long untrackedRecords, long untrackedBytes, List<KeyEntry> entries)
        implements Serializable {

    private static final Comparator<KeyEntry> MOST_FIRST = Comparator.comparingLong(KeyEntry::recordsAtLeast)
            .thenComparingLong(KeyEntry::bytesAtLeast)
            .reversed()
            .thenComparingLong(KeyEntry::hash);

    private static final KeySketch NONE = new KeySketch(0, 0, 0, 0, List.of());

    /** Sorts and copies the entries. */
    public KeySketch {
        entries = entries.stream().sorted(MOST_FIRST).toList();
    }

    /** The sketch of no records. */
    public static KeySketch none() {
        return NONE;
    }

    /**
     * The sketch of all records of some sketches. Its bounds are sums, so they don't depend on the order; what it takes is
     * what all entries take.
     */
    public static KeySketch merge(Collection<KeySketch> sketches) {
        Map<Long, Sum> sums = new HashMap<>();
        long records = 0;
        long bytes = 0;
        long untrackedRecords = 0;
        long untrackedBytes = 0;
        for (KeySketch sketch : sketches) {
            records += sketch.records;
            bytes += sketch.bytes;
            untrackedRecords += sketch.untrackedRecords;
            untrackedBytes += sketch.untrackedBytes;
            for (KeyEntry entry : sketch.entries) {
                sums.computeIfAbsent(entry.hash(), hash -> new Sum()).add(entry, sketch);
            }
        }
        List<KeyEntry> merged = new ArrayList<>(sums.size());
        for (Map.Entry<Long, Sum> sum : sums.entrySet()) {
            merged.add(sum.getValue().entry(sum.getKey(), untrackedRecords, untrackedBytes));
        }
        return new KeySketch(records, bytes, untrackedRecords, untrackedBytes, merged);
    }

    /** What several sketches say of one key. The upper bounds leave out what every sketch may have missed. */
    private static final class Sum {

        private long recordsAtLeast;
        private long recordsAboveUntracked;
        private long bytesAtLeast;
        private long bytesAboveUntracked;
        private @Nullable KeySample sample;

        void add(KeyEntry entry, KeySketch sketch) {
            recordsAtLeast += entry.recordsAtLeast();
            recordsAboveUntracked += entry.recordsAtMost() - sketch.untrackedRecords;
            bytesAtLeast += entry.bytesAtLeast();
            bytesAboveUntracked += entry.bytesAtMost() - sketch.untrackedBytes;
            KeySample other = entry.sample();
            if (other != null && (sample == null || KeySample.ORDER.compare(other, sample) < 0)) {
                sample = other;
            }
        }

        KeyEntry entry(long hash, long untrackedRecords, long untrackedBytes) {
            return new KeyEntry(
                    hash,
                    recordsAtLeast,
                    recordsAboveUntracked + untrackedRecords,
                    bytesAtLeast,
                    bytesAboveUntracked + untrackedBytes,
                    sample);
        }
    }
}
