package io.evenkeel.skew.strategy;

import io.evenkeel.dataset.KeyDistribution;
import io.evenkeel.dataset.KeyShare;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.dataset.SkewStep;
import io.evenkeel.dataset.SkewStep.Side;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Combines values under salted keys first, so that several reducers share a hot key, then without the salt. Stateless. */
final class TwoStageAggregation {

    private TwoStageAggregation() {}

    static <K, V, C> KeyedDataset<K, C> combine(
            SkewRewriting rewriting, KeyedDataset<K, V> rows, SkewStep.TwoStage step, OptionalInt partitions) {
        Grid grid = new Grid(step.salts(), 1);
        Grids grids = step.hotKeys().isEmpty() ? Grids.ofAll(grid) : hot(rewriting, rows, step, grid);
        String name =
                "salt keys, " + step.salts() + " ways" + (step.hotKeys().isEmpty() ? "" : ", " + grids.size() + " hot");
        SpreadOperator<K, V> spread = new SpreadOperator<>(name, Side.LEFT, grids, rewriting.determinism(rows), 0, 0);
        KeyedDataset<SaltedKey, C> parts = rewriting.combine(rewriting.pipe(rows, spread), partitions);
        return rewriting.merge(rewriting.pipe(parts, new StripOperator<K, C>()), partitions);
    }

    private static <K> Grids hot(SkewRewriting rewriting, KeyedDataset<K, ?> rows, SkewStep.TwoStage step, Grid grid) {
        KeyDistribution<K> sample = rewriting.sample(rows, step.sampleFraction());
        Map<Long, Grid> grids = new HashMap<>();
        int most = step.hotKeys().orElse(0);
        for (KeyShare<K> key :
                sample.keys().subList(0, Math.min(most, sample.keys().size()))) {
            grids.put(key.hash(), grid);
        }
        return Grids.of(grids);
    }
}
