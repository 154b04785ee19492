package io.evenkeel.skew.strategy;

import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.plan.JoinType;
import java.util.OptionalInt;

/**
 * A join under salted keys: rows of the keys that are spread are dealt out over the cells of a grid and copied to those of
 * the rows they meet; all others are joined as ever, in the same shuffle. Stateless.
 */
final class SaltedJoin {

    private SaltedJoin() {}

    /** Spreads all rows of one side, and copies all of the other as often. */
    static <K> KeyedDataset<K, Object> spreadAll(
            SkewRewriting rewriting,
            JoinType type,
            KeyedDataset<K, ?> left,
            KeyedDataset<K, ?> right,
            Side spread,
            int salts,
            OptionalInt partitions) {
        Grid grid = spread == Side.LEFT ? new Grid(salts, 1) : new Grid(1, salts);
        return join(rewriting, type, left, right, Grids.ofAll(grid), 0, partitions);
    }

    /**
     * Spreads what the grids say, and null keys that match nothing over all reducers.
     *
     * @param placedAmong among how many reducers the parts of keys are dealt out evenly; 0 where they fall as they hash
     */
    static <K> KeyedDataset<K, Object> join(
            SkewRewriting rewriting,
            JoinType type,
            KeyedDataset<K, ?> left,
            KeyedDataset<K, ?> right,
            Grids grids,
            int placedAmong,
            OptionalInt partitions) {
        int nulls = type.matchesNull() ? 0 : partitions.orElseGet(() -> rewriting.shufflePartitions(left, right));
        return rewriting.pipe(
                rewriting.join(
                        type,
                        salted(rewriting, left, Side.LEFT, grids, placedAmong, nulls),
                        salted(rewriting, right, Side.RIGHT, grids, placedAmong, nulls),
                        partitions),
                new StripOperator<>());
    }

    private static <K, V> KeyedDataset<SaltedKey, V> salted(
            SkewRewriting rewriting, KeyedDataset<K, V> rows, Side side, Grids grids, int placedAmong, int nulls) {
        String name = "salt " + (grids.size() == 0 ? "all" : grids.size() + " hot") + " keys, up to "
                + grids.mostCells() + " ways";
        return rewriting.pipe(
                rows, new SpreadOperator<>(name, side, grids, rewriting.determinism(rows), placedAmong, nulls));
    }
}
