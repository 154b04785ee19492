package io.evenkeel.skew.adaptive;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.sketch.KeyEntry;
import io.evenkeel.sketch.KeySample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of some keys of a reducer are read in parts, apart from those of other keys: where a join may not be cut
 * otherwise, since it gives rows without a match. Rows of a key may be cut on the sides that are known to have it. Immutable.
 *
 * @param cut the parts, and the work of each
 * @param keys the keys
 */
record KeyCut(Cut cut, List<KeySample.Whole> keys) {

    /** What it takes to pass over a row, of what it takes to join it. */
    private static final double PASSING_OVER = 0.3;

    private static final int MOST_KEYS = 16;

    /** The hash of rows without a key, which match nothing. */
    private static final long NO_KEY = StructuralHash.hash(null);

    /** What is known of some keys of a reducer: how many records they have on each side. */
    private record Known(List<KeySample.Whole> keys, long left, long right) {}

    /**
     * The cut that brings a reducer down to a level with the least reading; empty if none helps.
     *
     * @param level what a task should have to do
     */
    static Optional<KeyCut> of(Loads loads, int reducer, double level, AdaptiveSettings settings) {
        List<KeyCut> candidates = new ArrayList<>();
        Known both = known(loads, reducer, true, true);
        for (int right = 1; right <= Cut.MAX_GRID_SIDE; right++) {
            candidate(loads, reducer, both, 0, right, level, settings).ifPresent(candidates::add);
        }
        candidate(loads, reducer, known(loads, reducer, true, false), 0, 1, level, settings)
                .ifPresent(candidates::add);
        candidate(loads, reducer, known(loads, reducer, false, true), 1, 1, level, settings)
                .ifPresent(candidates::add);
        double worthwhile = loads.of(reducer) / 1.3;
        return candidates.stream()
                .filter(candidate -> candidate.cut.perTask() < worthwhile)
                .min((one, other) -> one.cut.compareTo(other.cut, level));
    }

    /** What is done, for people. */
    String describe() {
        String of = keys.size() == 1 ? "a hot key" : keys.size() + " hot keys";
        return cut + " for " + of + ", and by one task for all others";
    }

    /** The keys that are known to be on these sides. */
    private static Known known(Loads loads, int reducer, boolean isLeft, boolean isRight) {
        Map<Long, KeyEntry> lefts = entries(loads, 0, reducer);
        Map<Long, KeyEntry> rights = entries(loads, 1, reducer);
        List<KeySample.Whole> keys = new ArrayList<>();
        long left = 0;
        long right = 0;
        for (Map.Entry<Long, KeyEntry> entry : (isLeft ? lefts : rights).entrySet()) {
            KeyEntry onLeft = lefts.get(entry.getKey());
            KeyEntry onRight = rights.get(entry.getKey());
            boolean isKnown = (!isLeft || onLeft != null) && (!isRight || onRight != null);
            boolean isOne = !isLeft || !isRight || isSame(onLeft, onRight);
            if (isKnown
                    && isOne
                    && keys.size() < MOST_KEYS
                    && entry.getValue().sample() instanceof KeySample.Whole sample) {
                keys.add(sample);
                left += onLeft == null ? 0 : onLeft.recordsAtLeast();
                right += onRight == null ? 0 : onRight.recordsAtLeast();
            }
        }
        return new Known(keys, left, right);
    }

    /** The keys of one side that a reducer gets and that are kept whole, by hash; those with the most records first. */
    private static Map<Long, KeyEntry> entries(Loads loads, int input, int reducer) {
        Map<Long, KeyEntry> entries = new LinkedHashMap<>();
        for (KeyEntry entry : loads.volume(input).keys().entries()) {
            if (entry.sample() instanceof KeySample.Whole
                    && entry.hash() != NO_KEY
                    && entry.recordsAtLeast() > 0
                    && StructuralHash.reducer(entry.hash(), loads.reducers()) == reducer) {
                entries.put(entry.hash(), entry);
            }
        }
        return entries;
    }

    /** Keys of one hash need not be the same. */
    private static boolean isSame(@Nullable KeyEntry one, @Nullable KeyEntry other) {
        return one != null
                && other != null
                && one.sample() instanceof KeySample.Whole left
                && other.sample() instanceof KeySample.Whole right
                && left.codec().equals(right.codec())
                && Arrays.equals(left.key(), right.key());
    }

    /**
     * Cuts one side into as many parts as it takes, and the other into so many.
     *
     * @param input the side that is cut into as many as it takes
     */
    private static Optional<KeyCut> candidate(
            Loads loads, int reducer, Known known, int input, int others, double level, AdaptiveSettings settings) {
        double own = loads.read(input, reducer);
        double other = loads.read(1 - input, reducer);
        double made = loads.made(reducer);
        double rest = (1 + PASSING_OVER) * (own + other) - known.left - known.right;
        double room = Math.max(level, rest) - other / others;
        if (known.keys.isEmpty() || room <= 0) {
            return Optional.empty();
        }
        double wanted = Math.ceil((own + made / others) / room);
        int most = settings.maxParts() / others;
        int parts = (int) Math.max(1, Math.min(Math.min(wanted, own), most));
        if (parts * others < 2) {
            return Optional.empty();
        }
        double perTask = Math.max(rest, own / parts + other / others + made / parts / others);
        double again = (double) loads.bytes(input, reducer) * others + (double) loads.bytes(1 - input, reducer) * parts;
        List<Integer> cut = input == 0 ? List.of(parts, others) : List.of(others, parts);
        return Optional.of(new KeyCut(new Cut(cut, perTask, again), known.keys));
    }
}
