package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.codec.RecordLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which records each reducer has: the naive picture of a shuffle. The records of one reducer and one map come layout by
 * layout, in the order in which the map's first records have them; those of one layout are in order.
 */
public final class Contents {

    private final Map<Integer, Map<String, List<ByteBuffer>>> reducers = new TreeMap<>();

    public static Contents of(int map, List<TestRecord> records) {
        Contents contents = new Contents();
        Set<RecordLayout> layouts = new LinkedHashSet<>();
        records.forEach(record -> layouts.add(record.layout()));
        for (RecordLayout layout : layouts) {
            records.stream()
                    .filter(record -> record.layout().equals(layout))
                    .forEach(record -> contents.add(map, layout, record.reducer(), record.bytes()));
        }
        return contents;
    }

    public void add(int map, RecordLayout layout, int reducer, ByteBuffer record) {
        reducers.computeIfAbsent(reducer, any -> new LinkedHashMap<>())
                .computeIfAbsent(map + " " + layout, any -> new ArrayList<>())
                .add(record);
    }

    public void addAll(Contents others) {
        others.reducers.forEach((reducer, byOrigin) ->
                byOrigin.forEach((origin, records) -> reducers.computeIfAbsent(reducer, any -> new LinkedHashMap<>())
                        .computeIfAbsent(origin, any -> new ArrayList<>())
                        .addAll(records)));
    }

    /** That of one reducer only. */
    public Contents only(int reducer) {
        Contents contents = new Contents();
        Map<String, List<ByteBuffer>> byOrigin = reducers.get(reducer);
        if (byOrigin != null) {
            contents.reducers.put(reducer, byOrigin);
        }
        return contents;
    }

    /** What one reducer has. */
    private Map<String, List<ByteBuffer>> of(int reducer) {
        return reducers.getOrDefault(reducer, Map.of());
    }

    /** Fails, without printing megabytes, unless both have the same. */
    public void assertSame(Contents expected) {
        expected.reducers.forEach(
                (reducer, byOrigin) -> assertThat(List.copyOf(of(reducer).keySet()))
                        .as("order of the layouts of reducer %d", reducer)
                        .isEqualTo(List.copyOf(byOrigin.keySet())));
        assertSameInAnyOrderOfLayouts(expected);
    }

    /** For a writer that promises no order of keys: that of one layout is looked at, that of layouts is not. */
    public void assertSameInAnyOrderOfLayouts(Contents expected) {
        assertThat(reducers.keySet()).isEqualTo(expected.reducers.keySet());
        expected.reducers.forEach((reducer, byOrigin) -> {
            Map<String, List<ByteBuffer>> mine = of(reducer);
            assertThat(mine.keySet()).as("layouts of reducer %d", reducer).isEqualTo(byOrigin.keySet());
            byOrigin.forEach(
                    (origin, records) -> assertSame(reducer, origin, records, mine.getOrDefault(origin, List.of())));
        });
    }

    private static void assertSame(int reducer, String origin, List<ByteBuffer> expected, List<ByteBuffer> found) {
        assertThat(found.size())
                .as("records of reducer %d, %s", reducer, origin)
                .isEqualTo(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            if (!expected.get(i).equals(found.get(i))) {
                throw new AssertionError("record " + i + " of " + expected.size() + " of reducer " + reducer + ", "
                        + origin + " has " + found.get(i).remaining() + " bytes, expected "
                        + expected.get(i).remaining() + " others");
            }
        }
    }
}
