package io.evenkeel.task;

import io.evenkeel.aggregate.CombineGauge;
import io.evenkeel.aggregate.Combiner;
import io.evenkeel.aggregate.ObjectAggregationMap;
import io.evenkeel.codec.StructuralHash;
import java.io.Closeable;

/**
 * Combines values of equal keys before they are written, as objects, by any combiner. When its map is full it is emptied
 * into the output; when combining turns out not to reduce the rows, they are written as they come from then on. Confined
 * to the task's thread.
 */
final class ObjectCombiningOutput implements Closeable {

    private final Combiner<Object, Object> combiner;
    private final ObjectAggregationMap<Object, Object, Object> map;
    private final PlainOutput output;
    private final CombineGauge gauge = new CombineGauge();
    private boolean combining = true;
    private final KeyCheck keys = new KeyCheck();

    ObjectCombiningOutput(
            Combiner<Object, Object> combiner, ObjectAggregationMap<Object, Object, Object> map, PlainOutput output) {
        this.combiner = combiner;
        this.map = map;
        this.output = output;
    }

    void combine(Object key, Object value) throws Exception {
        keys.check(key);
        long hash = StructuralHash.hash(key);
        if (!combining || !combined(key, hash, value)) {
            output.write(key, combiner.create(value), hash);
        }
    }

    private boolean combined(Object key, long hash, Object value) throws Exception {
        boolean isTimeToLook = gauge.countRow();
        if (isTimeToLook && gauge.reducesTooLittle(map.size())) {
            empty();
            combining = false;
            return false;
        }
        if (map.add(key, hash, value)) {
            return true;
        }
        combining = !gauge.reducesTooLittle(map.size());
        empty();
        return combining && map.add(key, hash, value);
    }

    /** Writes what the map holds, and clears it. */
    void empty() throws Exception {
        for (ObjectAggregationMap.Entry<Object, Object> entry : map.sortedEntries()) {
            output.write(entry.key(), entry.combined(), entry.hash());
        }
        map.clear();
        gauge.reset();
    }

    @Override
    public void close() {
        map.close();
    }
}
