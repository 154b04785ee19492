package io.evenkeel.dataset;

import io.evenkeel.checkpoint.CheckpointSource;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.operator.FilterOperator;
import io.evenkeel.operator.FlatMapOperator;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.SampleOperator;
import io.evenkeel.plan.CacheNode;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.MergeNode;
import io.evenkeel.plan.MergeOperator.ReduceInPlace;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.SourceNode;
import java.util.Optional;

/**
 * Finds by which rule rows lie in partitions, as far as the plan shows it. Looks through what leaves rows and keys where
 * they are. Stateless.
 */
final class Placement {

    private Placement() {}

    /**
     * The rule by which rows lie, where equal keys are sure to lie together.
     *
     * @param key how the key is taken from a row
     */
    static Optional<Partitioning> of(PlanNode rows, SerializableFunction<?, ?> key) {
        if (rows instanceof CacheNode cache) {
            return of(cache.input(), key);
        } else if (rows instanceof SourceNode source
                && source.source() instanceof CheckpointSource files
                && files.isBucketed()
                && key instanceof Projections.PairKey) {
            return Optional.of(new Partitioning.Hash(files.partitions()));
        } else if (rows instanceof PipeNode pipe) {
            return ofPiped(pipe, key);
        } else if (rows instanceof MergeNode merge && merge.operator() instanceof ReduceInPlace reduce) {
            return key instanceof Projections.PairKey
                    ? of(merge.inputs().get(0), reduce.sides().get(0).key())
                    : Optional.empty();
        } else if (rows instanceof ReduceNode reduce) {
            return ofReduced(reduce, key).filter(Placement::keepsEqualKeysTogether);
        }
        return Optional.empty();
    }

    private static Optional<Partitioning> ofPiped(PipeNode pipe, SerializableFunction<?, ?> key) {
        Operator<?, ?> operator = pipe.operator();
        if (operator instanceof FilterOperator || operator instanceof SampleOperator) {
            return of(pipe.input(), key);
        }
        if (!(key instanceof Projections.PairKey)) {
            return Optional.empty();
        }
        if (operator instanceof MapOperator<?, ?> map && map.function() instanceof Projections.ToPair<?, ?, ?> toPair) {
            return of(pipe.input(), toPair.key());
        }
        if (operator instanceof FlatMapOperator<?, ?> flatMap
                && flatMap.function() instanceof Projections.ToPairs<?, ?, ?> toPairs) {
            return of(pipe.input(), toPairs.key());
        }
        return Optional.empty();
    }

    private static Optional<Partitioning> ofReduced(ReduceNode reduce, SerializableFunction<?, ?> key) {
        if (reduce.operator() instanceof ReduceOperator.Join join && mayGiveNullKeys(join.type())) {
            return Optional.empty();
        }
        ExchangeNode exchange = reduce.exchanges().get(0);
        boolean givesValues =
                reduce.operator() instanceof ReduceOperator.Rows || reduce.operator() instanceof ReduceOperator.Sort;
        if (!givesValues) {
            return key instanceof Projections.PairKey ? Optional.of(exchange.partitioning()) : Optional.empty();
        }
        SerializableFunction<?, ?> value = exchange.value();
        boolean keepsKey = value instanceof Projections.ToPair<?, ?, ?> toPair
                && toPair.key().equals(exchange.key())
                && key instanceof Projections.PairKey;
        return keepsKey ? Optional.of(exchange.partitioning()) : Optional.empty();
    }

    /** Rows without a key that a join keeps, and that match nothing, are dealt out to all partitions. */
    private static boolean mayGiveNullKeys(JoinType type) {
        return !type.matchesNull() && (type.keepsLeft() || type.keepsRight());
    }

    /** Rows dealt out do not, and equal keys at the bound of a range need not. */
    private static boolean keepsEqualKeysTogether(Partitioning partitioning) {
        return partitioning instanceof Partitioning.Hash || partitioning instanceof Partitioning.Custom;
    }

    /** Whether two rules put every key into the same partition. */
    static boolean isSame(Partitioning left, Partitioning right) {
        if (left instanceof Partitioning.Hash && right instanceof Partitioning.Hash) {
            return left.partitions() == right.partitions();
        }
        return left instanceof Partitioning.Custom one
                && right instanceof Partitioning.Custom other
                && one.partitioner().equals(other.partitioner());
    }
}
