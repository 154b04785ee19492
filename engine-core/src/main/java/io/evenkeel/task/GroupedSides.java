package io.evenkeel.task;

import io.evenkeel.aggregate.GroupValues;
import io.evenkeel.aggregate.KeyGroups;
import io.evenkeel.codec.Codec;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of several sides, grouped by key, with what decodes each side's values. Confined to the task's thread. */
record GroupedSides(KeyGroups<Object> groups, List<Codec<Object>> valueCodecs) implements Closeable {

    int sides() {
        return valueCodecs.size();
    }

    /** Moves to the next key; false at the end. */
    boolean next() throws IOException {
        return groups.next();
    }

    @Nullable
    Object key() {
        return groups.key();
    }

    boolean has(int side) {
        return groups.count(side) > 0;
    }

    GroupValues<Object> values(int side) {
        return groups.values(side, valueCodecs.get(side));
    }

    @Override
    public void close() throws IOException {
        groups.close();
    }
}
