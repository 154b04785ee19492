package io.evenkeel.shuffle;

import io.evenkeel.id.MapIndex;
import io.evenkeel.sketch.KeySketch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the driver knows of one shuffle: how much each reducer gets, and which keys have much of it. Sums are exact as long
 * as no output was replaced; of a replaced one is subtracted what its status tells, which is exact for large shares only.
 * Confined to the driver's loop.
 */
public final class ShuffleStatistics {

    private final long[] reducerBytes;
    private final long[] reducerRecords;
    private final Map<MapIndex, Output> outputs = new HashMap<>();
    private @Nullable KeySketch keys;

    /** What is kept of one output. */
    private record Output(ReducerSizes bytes, ReducerSizes records, KeySketch keys) {}

    /** @param reducers how many there are */
    public ShuffleStatistics(int reducers) {
        this.reducerBytes = new long[reducers];
        this.reducerRecords = new long[reducers];
    }

    /** Counts an output that readers see from now on, in place of an earlier one of the same map. */
    public void add(MapStatus status, MapStatistics statistics) {
        Output output = new Output(
                status.sizes(), ReducerSizes.of(statistics.reducerRecords(), Long.MAX_VALUE), statistics.keys());
        Output replaced = outputs.put(status.map(), output);
        for (int reducer = 0; reducer < reducerBytes.length; reducer++) {
            if (replaced != null) {
                reducerBytes[reducer] =
                        Math.max(0, reducerBytes[reducer] - replaced.bytes().bytes(reducer));
                reducerRecords[reducer] =
                        Math.max(0, reducerRecords[reducer] - replaced.records().bytes(reducer));
            }
            reducerBytes[reducer] += statistics.reducerBytes()[reducer];
            reducerRecords[reducer] += statistics.reducerRecords()[reducer];
        }
        keys = null;
    }

    public int reducers() {
        return reducerBytes.length;
    }

    /** How many maps were counted. */
    public int maps() {
        return outputs.size();
    }

    /** Bytes on disk for each reducer. The caller owns the array. */
    public long[] reducerBytes() {
        return reducerBytes.clone();
    }

    /** Records for each reducer. The caller owns the array. */
    public long[] reducerRecords() {
        return reducerRecords.clone();
    }

    /** The keys with much of the records or bytes, of all outputs together. */
    public KeySketch keys() {
        KeySketch merged = keys;
        if (merged == null) {
            List<KeySketch> sketches =
                    outputs.values().stream().map(Output::keys).toList();
            merged = KeySketch.merge(sketches);
            keys = merged;
        }
        return merged;
    }
}
