package io.evenkeel.plan.adapt;

import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.sketch.KeySample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Neighbouring reducers that are read together, by one task or by several: each input is cut into parts, and there is a
 * task for each combination of parts. One part of each input is a plain task; several parts of one input read the others
 * as often; several of two are a grid. Where that would not be the same, as in a full outer join, only the rows of some keys
 * are read so, and one task more reads the rows of all others. Immutable.
 *
 * @param first the first reducer
 * @param end the reducer behind the last one
 * @param parts for each input into how many parts it is cut
 * @param weight how much each of the tasks has to do, in any unit; those with much begin first
 * @param keys the keys whose rows are read in parts, known to be on each side that is cut; none if all rows are
 */
public record ReadGroup(int first, int end, List<Integer> parts, long weight, List<KeySample.Whole> keys) {

    /** Copies the numbers and refuses those that make no task. */
    public ReadGroup {
        parts = List.copyOf(parts);
        keys = List.copyOf(keys);
        if (first < 0 || end <= first || parts.isEmpty() || parts.stream().anyMatch(number -> number < 1)) {
            throw new IllegalArgumentException("reducers from " + first + " to " + end + " in " + parts + " parts");
        }
    }

    /** Reducers all rows of which are read so. */
    public ReadGroup(int first, int end, List<Integer> parts, long weight) {
        this(first, end, parts, weight, List.of());
    }

    /** Tasks of which nothing is known. */
    public ReadGroup(int first, int end, List<Integer> parts) {
        this(first, end, parts, 0);
    }

    /** Reducers that one task reads. */
    public static ReadGroup whole(int first, int end, int inputs, long weight) {
        return new ReadGroup(first, end, Collections.nCopies(inputs, 1), weight);
    }

    /** How many tasks read it. */
    public int tasks() {
        return combinations() + (isByKey() ? 1 : 0);
    }

    private int combinations() {
        return parts.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
    }

    /** Whether only the rows of some keys are read in parts. */
    public boolean isByKey() {
        return !keys.isEmpty();
    }

    public boolean isSplit() {
        return tasks() > 1;
    }

    /** Whether it is one reducer, read whole. */
    public boolean isPlain() {
        return end == first + 1 && !isSplit();
    }

    /** Whether this input is read in parts. */
    public boolean splits(int input) {
        return parts.get(input) > 1;
    }

    /**
     * What its tasks read, those with the same part of the first input one after the other, behind the one that reads what is
     * not of the keys.
     *
     * @param firstPartition the stage's partition that reducer 0 is
     */
    List<ReadSlice> slices(int firstPartition) {
        List<ReadSlice> slices = new ArrayList<>();
        if (isByKey()) {
            ReducerShare all = new ReducerShare(first, end, 0, 1);
            slices.add(new ReadSlice(
                    firstPartition + first, Collections.nCopies(parts.size(), all), new KeyChoice(keys, false)));
        }
        for (int task = 0; task < combinations(); task++) {
            ReducerShare[] shares = new ReducerShare[parts.size()];
            int rest = task;
            for (int input = parts.size() - 1; input >= 0; input--) {
                int number = parts.get(input);
                shares[input] = new ReducerShare(first, end, rest % number, number);
                rest /= number;
            }
            slices.add(new ReadSlice(
                    firstPartition + first, List.of(shares), isByKey() ? new KeyChoice(keys, true) : null));
        }
        return slices;
    }
}
