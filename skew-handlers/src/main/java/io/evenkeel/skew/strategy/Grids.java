package io.evenkeel.skew.strategy;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which keys are spread in a join, and how: by the hash of the key, since keys that share a hash are spread alike and still
 * joined by themselves. Immutable.
 */
final class Grids implements Serializable {

    private static final long serialVersionUID = 1;

    private final Grid others;
    private final long[] hashes;
    private final Grid[] grids;

    private Grids(Grid others, Map<Long, Grid> spread) {
        this.others = others;
        TreeMap<Long, Grid> sorted = new TreeMap<>(spread);
        this.hashes = sorted.keySet().stream().mapToLong(Long::longValue).toArray();
        this.grids = sorted.values().toArray(Grid[]::new);
    }

    /** Some keys are spread, each in its own way. */
    static Grids of(Map<Long, Grid> spread) {
        return new Grids(Grid.WHOLE, spread);
    }

    /** All keys are spread alike. */
    static Grids ofAll(Grid grid) {
        return new Grids(grid, Map.of());
    }

    Grid of(long hash) {
        int at = Arrays.binarySearch(hashes, hash);
        return at < 0 ? others : grids[at];
    }

    /** How many keys are named. */
    int size() {
        return hashes.length;
    }

    /** The most cells that a key is spread over. */
    int mostCells() {
        int most = others.lines() * others.columns();
        for (Grid grid : grids) {
            most = Math.max(most, grid.lines() * grid.columns());
        }
        return most;
    }
}
