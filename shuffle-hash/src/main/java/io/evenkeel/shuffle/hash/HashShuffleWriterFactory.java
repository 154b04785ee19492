package io.evenkeel.shuffle.hash;

import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.Suitability;
import java.io.IOException;

/**
 * Opens hash writers: those of tasks with files of their own, or, where files are consolidated, those of tasks that append
 * to a group of files.
 *
 * <p>Thread-safe: holds no state. The file groups are the executor's.
 */
public final class HashShuffleWriterFactory implements ShuffleWriterFactory {

    @Override
    public String name() {
        return "hash";
    }

    @Override
    public Suitability suitability(ShuffleSpec spec) {
        return Suitability.yes("a data file for each reducer and map task, or for each reducer and core slot with "
                + ShuffleSettings.CONSOLIDATE_FILES.key());
    }

    @Override
    public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        return HashShuffleWriter.open(spec, map, context);
    }
}
