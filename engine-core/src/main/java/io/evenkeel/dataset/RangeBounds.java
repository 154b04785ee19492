package io.evenkeel.dataset;

import io.evenkeel.codec.NaturalOrder;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PlanNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Cuts the ranges of sorts: takes a sample of the keys, once, by a job of its own, and chooses bounds so that every range
 * gets about as many rows. Sampling is reservoir sampling (Vitter 1985, algorithm R) per partition; a sampled key weighs
 * as many rows as it stands for. Stateless.
 */
final class RangeBounds {

    private static final int SAMPLES_PER_RANGE = 60;
    private static final int MIN_SAMPLES_PER_PARTITION = 20;
    private static final int MAX_SAMPLES_PER_PARTITION = 100_000;

    private RangeBounds() {}

    /** What a partition's task tells of its keys. Must be public to the codecs, not to users. */
    record KeySample(long rows, List<Object> keys) {}

    /** A sampled key, and how many rows it stands for. */
    record WeightedKey(Object key, double weight) {}

    /** Chooses bounds for every sort in a plan that has none, inputs first. */
    static void settle(EngineSession session, PlanNode plan) {
        settle(session, plan, new HashSet<>());
    }

    private static void settle(EngineSession session, PlanNode node, Set<Integer> seen) {
        if (!seen.add(node.id().value())) {
            return;
        }
        node.inputs().forEach(input -> settle(session, input, seen));
        if (node instanceof ExchangeNode exchange
                && exchange.partitioning() instanceof Partitioning.Range range
                && range.bounds().get() == null) {
            range.bounds().compareAndSet(null, choose(session, exchange, range.partitions()));
        }
    }

    private static List<Object> choose(EngineSession session, ExchangeNode exchange, int ranges) {
        if (ranges == 1) {
            return List.of();
        }
        PlanNode input = exchange.input();
        long wanted = (long) SAMPLES_PER_RANGE * ranges / input.partitions();
        int size = (int) Math.max(MIN_SAMPLES_PER_PARTITION, Math.min(MAX_SAMPLES_PER_PARTITION, wanted));
        List<WeightedKey> sample = new ArrayList<>();
        CallSite site = new CallSite(
                "sample for " + exchange.callSite().operation(),
                exchange.callSite().place());
        session.<Object, KeySample>run(input, sampling(exchange.key(), size), site, (partition, part) -> {
            double weight = part.keys().isEmpty()
                    ? 0
                    : (double) part.rows() / part.keys().size();
            part.keys().forEach(key -> sample.add(new WeightedKey(key, weight)));
        });
        try {
            return cut(sample, ranges);
        } catch (RuntimeException e) {
            throw new EngineException(
                    ErrorCode.JOB_FAILED,
                    exchange.callSite().operation() + " at "
                            + exchange.callSite().place()
                            + ": the keys can't be put in order: " + e
                            + ". compareTo of the keys' class must give a total order of all keys there are.",
                    e);
        }
    }

    private static PartitionAction<Object, KeySample> sampling(SerializableFunction<Object, Object> key, int size) {
        return PartitionAction.ofAnyPartitions((rows, context) -> new KeyReservoir(
                        key, size, new SplittableRandom(context.partition().value()))
                .sample(rows));
    }

    /**
     * Bounds that cut the weight into as many equal ranges. A key that outweighs a range gets one of its own, between the
     * bound that stands before it and its own: it then stands twice.
     */
    static List<Object> cut(List<WeightedKey> sample, int ranges) {
        Comparator<Object> order = NaturalOrder.nullsFirst();
        sample.sort(Comparator.comparing(WeightedKey::key, order));
        double total = sample.stream().mapToDouble(WeightedKey::weight).sum();
        double left = total;
        double inRange = 0;
        List<Object> bounds = new ArrayList<>();
        for (int next = 0; next < sample.size(); ) {
            Object key = sample.get(next).key();
            double weight = 0;
            while (next < sample.size() && order.compare(sample.get(next).key(), key) == 0) {
                weight += sample.get(next++).weight();
            }
            int boundsLeft = ranges - 1 - bounds.size();
            inRange += weight;
            if (weight > total / ranges && boundsLeft >= 2) {
                bounds.add(key);
                bounds.add(key);
            } else if (boundsLeft >= 1 && inRange >= left / (boundsLeft + 1)) {
                bounds.add(key);
            } else {
                continue;
            }
            left -= inRange;
            inRange = 0;
        }
        return bounds;
    }
}
