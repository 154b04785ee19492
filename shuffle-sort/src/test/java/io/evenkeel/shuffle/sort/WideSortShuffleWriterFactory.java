package io.evenkeel.shuffle.sort;

import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.Suitability;
import java.io.IOException;

/** Opens writers with wide pointers, also where packed ones would do. */
final class WideSortShuffleWriterFactory implements ShuffleWriterFactory {

    @Override
    public String name() {
        return "sort";
    }

    @Override
    public Suitability suitability(ShuffleSpec spec) {
        return Suitability.yes("for tests");
    }

    @Override
    public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        return ArrayShuffleWriter.open("sort writer", spec, map, context, new WideRecordPointers());
    }
}
