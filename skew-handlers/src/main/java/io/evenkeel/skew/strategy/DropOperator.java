package io.evenkeel.skew.strategy;

import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.operator.FilterOperator;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.stats.LongAccumulator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Drops the rows with some keys, and counts them. Immutable. */
record DropOperator<K, V>(ArrayList<Object> keys, LongAccumulator dropped) implements Operator<Pair<K, V>, Pair<K, V>> {

    @Override
    public String name() {
        return "drop " + keys.size() + (keys.size() == 1 ? " key" : " keys");
    }

    @Override
    public Records<Pair<K, V>> open(Records<Pair<K, V>> input, TaskContext context) throws Exception {
        Map<Long, List<Object>> byHash = new HashMap<>();
        for (Object key : keys) {
            byHash.computeIfAbsent(StructuralHash.hash(key), hash -> new ArrayList<>())
                    .add(key);
        }
        return new FilterOperator<Pair<K, V>>(row -> keeps(row, byHash)).open(input, context);
    }

    private boolean keeps(Pair<K, V> row, Map<Long, List<Object>> byHash) {
        for (Object key : byHash.getOrDefault(StructuralHash.hash(row.key()), List.of())) {
            if (StructuralEquality.equals(key, row.key())) {
                dropped.add(1);
                return false;
            }
        }
        return true;
    }
}
