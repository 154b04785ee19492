package io.evenkeel.shuffle.sort;

import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.Suitability;
import java.io.IOException;

/**
 * Opens serialised sort writers: rows stay bytes, and pointers of eight bytes to them are sorted.
 *
 * <p>Thread-safe: holds no state.
 */
public final class SerializedSortShuffleWriterFactory implements ShuffleWriterFactory {

    @Override
    public String name() {
        return "tungsten-sort";
    }

    @Override
    public Suitability suitability(ShuffleSpec spec) {
        if (spec.objectAggregation()) {
            return Suitability.no("aggregates objects on the map side");
        }
        if (spec.reducers() >= PackedPointers.MAX_PARTITIONS) {
            return Suitability.no(
                    spec.reducers() + " reducers, its pointers have room for " + (PackedPointers.MAX_PARTITIONS - 1));
        }
        return Suitability.yes("sorts pointers to encoded rows, nothing has to be decoded");
    }

    @Override
    public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        Suitability suitability = suitability(spec);
        if (!suitability.suitable()) {
            throw new IllegalArgumentException(spec.shuffle() + ": " + suitability.reason());
        }
        return ArrayShuffleWriter.open("serialised sorter", spec, map, context, new PackedRecordPointers());
    }
}
