package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.Combiners;
import io.evenkeel.aggregate.ObjectCombiner;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Pair;
import java.util.Optional;

/** The plans of operations that combine the values of a key. Stateless. */
final class Combining {

    private Combining() {}

    /** Combines before the shuffle and after it; in two steps, the first of them in so many parts, where that is asked for. */
    static <K, V, C> KeyedDataset<K, C> plan(
            KeyedDataset<K, V> rows, CallSite site, Combiner<Object, Object> combiner, int parts) {
        ReduceOperator.Aggregate aggregate = new ReduceOperator.Aggregate(combiner);
        if (parts == 1) {
            return rows.reduced(site, aggregate, Optional.of(combiner));
        }
        PlanNode dealt = Numbering.<Pair<K, V>, Pair<Pair<K, Long>, V>>dealt(
                rows, site, "fan out", parts, (part, row) -> new Pair<>(new Pair<>(row.key(), part), row.value()));
        KeyedDataset<Pair<K, Long>, Object> combined = KeyedDataset.<Pair<K, Long>, V>ofPairs(rows.session, dealt)
                .reduced(site, aggregate, Optional.of(combiner));
        SerializableFunction<Pair<Pair<K, Long>, Object>, K> key =
                row -> row.key().key();
        KeyedDataset<K, Object> partial = KeyedDataset.projected(
                rows.session, combined.node, site, key, new Projections.PairValue<Pair<K, Long>, Object>());
        Combiner<Object, Object> merging = merging(combiner);
        return partial.reduced(site, new ReduceOperator.Aggregate(merging), Optional.of(merging));
    }

    /** Combines after the shuffle only: what is sent is made of one value each. */
    static <K, V, C> KeyedDataset<K, C> afterwards(
            KeyedDataset<K, V> rows, CallSite site, Combiner<Object, Object> combiner) {
        KeyedDataset<K, Object> single = rows.mapped(site, value -> combiner.create(value));
        return single.reduced(site, new ReduceOperator.Aggregate(merging(combiner)), Optional.empty());
    }

    /** Combines what was combined. */
    static Combiner<Object, Object> merging(Combiner<Object, Object> combiner) {
        return Combiners.untyped(new ObjectCombiner<>(part -> part, combiner::merge, combiner::merge));
    }
}
