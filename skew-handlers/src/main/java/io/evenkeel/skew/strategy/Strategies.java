package io.evenkeel.skew.strategy;

import io.evenkeel.dataset.KeptRows;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.Skew;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.dataset.SkewStep;
import io.evenkeel.dataset.SkewStrategies;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.JoinType;

/** Hands the steps of a {@link Skew} to the strategies. Stateless. */
public final class Strategies implements SkewStrategies {

    @Override
    public <K, V, W> KeyedDataset<K, Object> join(
            SkewRewriting rewriting, JoinType type, KeyedDataset<K, V> left, KeyedDataset<K, W> right, Skew skew) {
        skew.steps().forEach(step -> checkJoin(rewriting.callSite(), type, step));
        JoinRewrite<K, V, W> join = new JoinRewrite<>(rewriting, type, left, right);
        skew.steps().forEach(join::take);
        return join.result();
    }

    /** Refuses what would give other rows, before anything runs. */
    private static void checkJoin(CallSite site, JoinType type, SkewStep step) {
        if (step instanceof SkewStep.TwoStage) {
            throw misplaced(site, "an aggregation in two stages is not for joins; use Skew.splitKeys()");
        } else if (step instanceof SkewStep.BroadcastSide broadcast) {
            broadcast
                    .side()
                    .ifPresentOrElse(
                            side -> Legality.requireCopy(site, "a broadcast", type, side),
                            () -> Legality.requireAnyCopy(site, "a broadcast", type));
        } else if (step instanceof SkewStep.SplitKeys) {
            Legality.requireAnyCopy(site, "splitting hot keys", type);
        } else if (step instanceof SkewStep.SaltAll salt) {
            Legality.requireCopy(site, "salting", type, salt.spread().other());
        }
    }

    @Override
    public <K, V, C> KeyedDataset<K, C> combine(SkewRewriting rewriting, KeyedDataset<K, V> rows, Skew skew) {
        skew.steps().forEach(step -> checkAggregation(rewriting.callSite(), step));
        ReduceRewrite<K, V, C> reduce = new ReduceRewrite<>(rewriting, rows);
        skew.steps().forEach(reduce::take);
        return reduce.result();
    }

    @Override
    public <K, V> KeyedDataset<K, Iterable<V>> group(SkewRewriting rewriting, KeyedDataset<K, V> rows, Skew skew) {
        skew.steps().forEach(step -> checkGrouping(rewriting.callSite(), step));
        ReduceRewrite<K, V, Object> group = new ReduceRewrite<>(rewriting, rows);
        skew.steps().forEach(group::take);
        return group.grouped();
    }

    private static void checkGrouping(CallSite site, SkewStep step) {
        checkAggregation(site, step);
        if (step instanceof SkewStep.TwoStage || step instanceof SkewStep.Auto) {
            throw misplaced(
                    site,
                    "all values of a key are given at once, which no two stages can do; use aggregateByKey or reduceByKey"
                            + " if the values can be combined");
        }
    }

    private static void checkAggregation(CallSite site, SkewStep step) {
        if (step instanceof SkewStep.BroadcastSide
                || step instanceof SkewStep.SplitKeys
                || step instanceof SkewStep.SaltAll) {
            throw misplaced(site, "copying one side is for joins; use Skew.twoStage()");
        }
    }

    private static EngineException misplaced(CallSite site, String what) {
        return new EngineException(ErrorCode.INVALID_ARGUMENT, site + ": " + what);
    }

    @Override
    public <K, V> KeptRows<K, V> drop(SkewRewriting rewriting, KeyedDataset<K, V> rows, SkewStep step) {
        if (step instanceof SkewStep.DropKeys drop) {
            return KeyDropping.drop(rewriting, rows, drop.keys());
        } else if (step instanceof SkewStep.DropHottest drop) {
            return KeyDropping.drop(rewriting, rows, KeyDropping.hottest(rewriting, rows, drop));
        }
        throw misplaced(rewriting.callSite(), step + " drops no keys");
    }
}
