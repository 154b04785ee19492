package io.evenkeel.skew.strategy;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.dataset.KeyDistribution;
import io.evenkeel.dataset.KeyShare;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.dataset.SkewStep;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.plan.JoinType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds the hot keys of a join by a sample, and spreads each over as many reducers as its rows and what they give need.
 * Stateless.
 */
final class SplitKeyJoin {

    /** A key with so much of an even share is hot: half a share more makes a reducer half as long again. */
    private static final double HOT_FROM = 0.5;

    private static final int CELLS_PER_SHARE = 4;

    private SplitKeyJoin() {}

    /** How many rows a key has on each side, about. */
    private record Counts(double left, double right) {

        /** Rows in and out. */
        double work(JoinType type) {
            return left + right + (type.givesPairs() ? left * right : 0);
        }
    }

    /** The join, unless no key is hot. */
    static <K> Optional<KeyedDataset<K, Object>> join(
            SkewRewriting rewriting,
            JoinType type,
            KeyedDataset<K, ?> left,
            KeyedDataset<K, ?> right,
            SkewStep.SplitKeys step,
            OptionalInt partitions) {
        int reducers = partitions.orElseGet(() -> rewriting.shufflePartitions(left, right));
        KeyDistribution<K> lefts = rewriting.sample(left, step.sampleFraction());
        KeyDistribution<K> rights = rewriting.sample(right, step.sampleFraction());
        Map<Long, Counts> candidates = candidates(lefts, rights, step.hotKeys());
        Counts nulls = type.matchesNull() ? null : candidates.remove(StructuralHash.hash(null));
        double share = evenShare(type, lefts.rows(), rights.rows(), candidates, reducers);
        Map<Long, Grid> grids = new HashMap<>();
        candidates.forEach((hash, counts) -> {
            Grid grid = grid(type, counts, counts.work(type) / share, Math.min(step.maxSalts(), reducers));
            if (!grid.isWhole()) {
                grids.put(hash, grid);
            }
        });
        boolean nullsAreHot = nulls != null && nulls.left() + nulls.right() > share;
        return grids.isEmpty() && !nullsAreHot
                ? Optional.empty()
                : Optional.of(SaltedJoin.join(rewriting, type, left, right, Grids.of(grids), reducers, partitions));
    }

    private static <K> Map<Long, Counts> candidates(KeyDistribution<K> lefts, KeyDistribution<K> rights, int most) {
        Map<Long, Counts> candidates = new HashMap<>();
        for (KeyShare<K> key :
                lefts.keys().subList(0, Math.min(most, lefts.keys().size()))) {
            candidates.put(key.hash(), new Counts(key.rows(), 1));
        }
        for (KeyShare<K> key :
                rights.keys().subList(0, Math.min(most, rights.keys().size()))) {
            candidates.putIfAbsent(key.hash(), new Counts(1, 1));
        }
        for (KeyShare<K> key : lefts.keys()) {
            candidates.computeIfPresent(key.hash(), (hash, counts) -> new Counts(key.rows(), counts.right()));
        }
        for (KeyShare<K> key : rights.keys()) {
            candidates.computeIfPresent(key.hash(), (hash, counts) -> new Counts(counts.left(), key.rows()));
        }
        return candidates;
    }

    /** What a reducer has to do when all do the same; each row that is not hot is reckoned to meet one other. */
    private static double evenShare(
            JoinType type, long lefts, long rights, Map<Long, Counts> candidates, int reducers) {
        double hot = 0;
        double hotRows = 0;
        for (Counts counts : candidates.values()) {
            hot += counts.work(type);
            hotRows += counts.left() + counts.right();
        }
        double others = Math.max(0, lefts + rights - hotRows);
        return Math.max(1, (hot + 1.5 * others) / reducers);
    }

    /**
     * Cells of a quarter of an even share each, so that a few that meet in one reducer do no harm, laid out so that the fewest rows are copied: lines to columns as left to right rows.
     *
     * @param shares how many even shares the key has
     */
    private static Grid grid(JoinType type, Counts counts, double shares, int maxSalts) {
        if (shares <= HOT_FROM) {
            return Grid.WHOLE;
        }
        int cells = (int) Math.min(maxSalts, Math.ceil(CELLS_PER_SHARE * shares));
        boolean copiesRight = Legality.mayCopy(type, Side.RIGHT);
        boolean copiesLeft = Legality.mayCopy(type, Side.LEFT);
        if (copiesRight && copiesLeft) {
            double ideal = Math.sqrt(cells * counts.left() / Math.max(1, counts.right()));
            int lines = (int) Math.max(1, Math.min(cells, Math.round(ideal)));
            return new Grid(lines, Math.max(1, cells / lines));
        }
        if (copiesRight) {
            return new Grid(atMost(cells, counts.left()), 1);
        }
        return copiesLeft ? new Grid(1, atMost(cells, counts.right())) : Grid.WHOLE;
    }

    private static int atMost(int cells, double rows) {
        return (int) Math.max(1, Math.min(cells, rows));
    }
}
