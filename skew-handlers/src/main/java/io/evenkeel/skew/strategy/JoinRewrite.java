package io.evenkeel.skew.strategy;

import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.dataset.SkewStep;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.plan.JoinType;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A join on its way through the steps of a chain. Confined to the thread that calls the operation. */
final class JoinRewrite<K, V, W> {

    private final SkewRewriting rewriting;
    private final JoinType type;
    private KeyedDataset<K, V> left;
    private KeyedDataset<K, W> right;
    private OptionalInt partitions = OptionalInt.empty();
    private Optional<KeyedDataset<K, Object>> joined = Optional.empty();

    JoinRewrite(SkewRewriting rewriting, JoinType type, KeyedDataset<K, V> left, KeyedDataset<K, W> right) {
        this.rewriting = rewriting;
        this.type = type;
        this.left = left;
        this.right = right;
    }

    /** Does a step, unless an earlier one made the join already. */
    void take(SkewStep step) {
        if (joined.isPresent()) {
            return;
        }
        if (step instanceof SkewStep.DropKeys drop) {
            drop(drop.keys());
        } else if (step instanceof SkewStep.DropHottest drop) {
            drop(KeyDropping.hottest(rewriting, left, drop));
        } else if (step instanceof SkewStep.Partitions wanted) {
            partitions = OptionalInt.of(wanted.partitions());
        } else if (step instanceof SkewStep.BroadcastSide broadcast) {
            joined = BroadcastJoin.join(rewriting, type, left, right, broadcast);
        } else if (step instanceof SkewStep.SplitKeys split) {
            joined = SplitKeyJoin.join(rewriting, type, left, right, split, partitions);
        } else if (step instanceof SkewStep.SaltAll salt) {
            joined = Optional.of(
                    SaltedJoin.spreadAll(rewriting, type, left, right, salt.spread(), salt.salts(), partitions));
        } else if (step instanceof SkewStep.Auto) {
            auto();
        }
    }

    private void drop(List<Object> keys) {
        left = KeyDropping.drop(rewriting, left, keys).rows();
        right = KeyDropping.drop(rewriting, right, keys).rows();
    }

    /** What is legal of: a broadcast, then splitting. */
    private void auto() {
        if (Legality.mayCopy(type, Side.LEFT) || Legality.mayCopy(type, Side.RIGHT)) {
            take(new SkewStep.BroadcastSide(Optional.empty(), Optional.empty()));
            take(Defaults.SPLIT);
        }
    }

    KeyedDataset<K, Object> result() {
        return joined.orElseGet(() -> rewriting.join(type, left, right, partitions));
    }
}
