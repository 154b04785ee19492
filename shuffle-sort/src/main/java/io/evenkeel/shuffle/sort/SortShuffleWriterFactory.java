package io.evenkeel.shuffle.sort;

import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.CombiningShuffleWriter;
import io.evenkeel.shuffle.CombiningShuffleWriterFactory;
import io.evenkeel.shuffle.ShuffleCombining;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.Suitability;
import java.io.IOException;

/**
 * Opens sort writers, which serve every exchange: with the map structure where rows are combined as objects, else with the
 * array structure, whose pointers are as wide as the number of reducers needs.
 *
 * <p>Thread-safe: holds no state.
 */
public final class SortShuffleWriterFactory implements CombiningShuffleWriterFactory {

    @Override
    public String name() {
        return "sort";
    }

    @Override
    public Suitability suitability(ShuffleSpec spec) {
        return Suitability.yes(
                spec.objectAggregation()
                        ? "map structure, combines rows as objects and sorts them by reducer"
                        : "array structure, sorts rows by reducer");
    }

    @Override
    public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        return ArrayShuffleWriter.open("sort writer", spec, map, context, RecordPointers.forReducers(spec.reducers()));
    }

    @Override
    public CombiningShuffleWriter openCombining(
            ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, ShuffleCombining combining)
            throws IOException {
        return CombiningSortShuffleWriter.open(spec, map, context, combining);
    }
}
