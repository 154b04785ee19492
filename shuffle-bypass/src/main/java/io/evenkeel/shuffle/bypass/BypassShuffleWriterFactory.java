package io.evenkeel.shuffle.bypass;

import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.Suitability;
import java.io.IOException;

/**
 * Opens bypass writers. They take any number of reducers; up to how many they are worth it is for the selector to say.
 *
 * <p>Thread-safe: holds no state.
 */
public final class BypassShuffleWriterFactory implements ShuffleWriterFactory {

    @Override
    public String name() {
        return "bypass";
    }

    @Override
    public Suitability suitability(ShuffleSpec spec) {
        if (spec.objectAggregation()) {
            return Suitability.no("rows are combined as objects");
        }
        return Suitability.yes("few reducers, so each gets a buffer and nothing has to be sorted");
    }

    @Override
    public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        return BypassShuffleWriter.open(spec, map, context);
    }
}
