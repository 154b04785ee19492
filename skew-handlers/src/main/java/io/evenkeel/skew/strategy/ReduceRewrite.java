package io.evenkeel.skew.strategy;

import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.dataset.SkewStep;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An aggregation on its way through the steps of a chain. Confined to the thread that calls the operation. */
final class ReduceRewrite<K, V, C> {

    private final SkewRewriting rewriting;
    private KeyedDataset<K, V> rows;
    private OptionalInt partitions = OptionalInt.empty();
    private Optional<KeyedDataset<K, C>> reduced = Optional.empty();

    ReduceRewrite(SkewRewriting rewriting, KeyedDataset<K, V> rows) {
        this.rewriting = rewriting;
        this.rows = rows;
    }

    /** Does a step, unless an earlier one made the aggregation already. */
    void take(SkewStep step) {
        if (reduced.isPresent()) {
            return;
        }
        if (step instanceof SkewStep.DropKeys drop) {
            drop(drop.keys());
        } else if (step instanceof SkewStep.DropHottest drop) {
            drop(KeyDropping.hottest(rewriting, rows, drop));
        } else if (step instanceof SkewStep.Partitions wanted) {
            partitions = OptionalInt.of(wanted.partitions());
        } else if (step instanceof SkewStep.TwoStage stages) {
            reduced = Optional.of(TwoStageAggregation.combine(rewriting, rows, stages, partitions));
        } else if (step instanceof SkewStep.Auto) {
            take(Defaults.TWO_STAGE);
        }
    }

    private void drop(List<Object> keys) {
        rows = KeyDropping.drop(rewriting, rows, keys).rows();
    }

    KeyedDataset<K, C> result() {
        return reduced.orElseGet(() -> rewriting.combine(rows, partitions));
    }

    /** All values of each key, where the steps have made nothing else of them. */
    KeyedDataset<K, Iterable<V>> grouped() {
        return rewriting.group(rows, partitions);
    }
}
