package io.evenkeel.shuffle.format;

import io.evenkeel.codec.RecordLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers record layouts in the order they first appear. Confined to one thread. */
public final class LayoutTable {

    private final Map<RecordLayout, Integer> numbers = new HashMap<>();
    private final List<RecordLayout> layouts = new ArrayList<>();

    /** The layout's number, from 0. */
    public int numberOf(RecordLayout layout) {
        return numbers.computeIfAbsent(layout, added -> {
            layouts.add(added);
            return layouts.size() - 1;
        });
    }

    /** All layouts, by number. */
    public List<RecordLayout> layouts() {
        return List.copyOf(layouts);
    }
}
