package io.evenkeel.skew.diagnosis.data;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often keys occur, in bounded memory. Exact while there are no more keys than it keeps; above that a Misra–Gries
 * summary: when the table is full, its median count is taken from every key, and keys with nothing left are dropped.
 *
 * <p>A key with count {@code c} in the table occurred at least {@code c} and at most {@code c + error} times, and one that
 * is not in it at most {@code error} times. Each purge takes at least {@code capacity / 2} times what it adds to the error,
 * so that the error is at most {@code 2 n / capacity} for {@code n} occurrences.
 *
 * <p>Confined to one thread.
 */
final class KeyCounts {

    /** A key between two bounds of how often it occurred. */
    record Key(String text, long atLeast, long atMost) {}

    private final int capacity;
    private final Map<String, long[]> counts = new HashMap<>();
    private long occurrences;
    private long error;

    KeyCounts(int capacity) {
        if (capacity < 2) {
            throw new IllegalArgumentException("capacity must be at least 2: " + capacity);
        }
        this.capacity = capacity;
    }

    void add(String key) {
        occurrences++;
        long[] count = counts.get(key);
        if (count != null) {
            count[0]++;
            return;
        }
        if (counts.size() == capacity) {
            purge();
        }
        counts.put(key, new long[] {1});
    }

    private void purge() {
        long[] sorted =
                counts.values().stream().mapToLong(count -> count[0]).sorted().toArray();
        long median = sorted[sorted.length / 2];
        counts.values().removeIf(count -> {
            count[0] -= median;
            return count[0] <= 0;
        });
        error += median;
    }

    long occurrences() {
        return occurrences;
    }

    /** How much the true count of a key may be above the one in the table; 0 while all is exact. */
    long error() {
        return error;
    }

    /** How many different keys there are, at least; exactly while all is exact. */
    int distinctAtLeast() {
        return counts.size();
    }

    /** The keys with the highest counts, at most so many. */
    List<Key> top(int most) {
        return counts.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, long[]> entry) -> -entry.getValue()[0])
                        .thenComparing(Map.Entry::getKey))
                .limit(most)
                .map(entry -> new Key(entry.getKey(), entry.getValue()[0], entry.getValue()[0] + error))
                .toList();
    }
}
