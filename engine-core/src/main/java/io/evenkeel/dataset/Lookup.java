package io.evenkeel.dataset;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.operator.FilterOperator;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.record.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Finds the values of one key. Stateless. */
final class Lookup {

    private Lookup() {}

    static <K, V> List<V> of(KeyedDataset<K, V> rows, CallSite site, K key) {
        PipeNode found = new PipeNode(
                rows.session.newNode(),
                site,
                rows.node,
                new FilterOperator<>(new Projections.IsKey<K, V>(key)),
                Determinism.DETERMINATE);
        TreeMap<PartitionIndex, List<Pair<K, V>>> parts = new TreeMap<>();
        rows.session.run(found, Actions.<Pair<K, V>>collect(), partitions(rows, site, key), site, parts::put);
        List<V> values = new ArrayList<>();
        parts.values().forEach(part -> part.forEach(pair -> values.add(pair.value())));
        return values;
    }

    /** The one that the key lies in, where that can be told; else all. */
    private static List<PartitionIndex> partitions(KeyedDataset<?, ?> rows, CallSite site, Object key) {
        Partitioning partitioning = Placement.of(rows.base, rows.key()).orElse(null);
        if (partitioning instanceof Partitioning.Hash hash) {
            return List.of(new PartitionIndex(StructuralHash.reducer(StructuralHash.hash(key), hash.partitions())));
        }
        if (partitioning instanceof Partitioning.Custom custom) {
            SerializableFunction<Object, Integer> rule = custom.partitioner()::partition;
            return List.of(new PartitionIndex(Driver.apply(site, rule, key)));
        }
        return IntStream.range(0, rows.node.partitions())
                .mapToObj(PartitionIndex::new)
                .toList();
    }
}
