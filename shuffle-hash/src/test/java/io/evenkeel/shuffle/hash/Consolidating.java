package io.evenkeel.shuffle.hash;

import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.Suitability;
import java.io.IOException;

/** The hash writer as it is with {@code shuffle.consolidateFiles}, whatever the settings of a test say. */
final class Consolidating implements ShuffleWriterFactory {

    private final ShuffleWriterFactory factory = new HashShuffleWriterFactory();

    @Override
    public String name() {
        return factory.name();
    }

    @Override
    public Suitability suitability(ShuffleSpec spec) {
        return factory.suitability(spec);
    }

    @Override
    public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        ShuffleSettings settings = context.settings();
        return factory.open(
                spec,
                map,
                new ShuffleWriteContext(
                        context.attempt(),
                        context.directories(),
                        context.files(),
                        context.groups(),
                        context.memory(),
                        new ShuffleSettings(
                                settings.manager(),
                                settings.bypassMergeThreshold(),
                                true,
                                settings.fileBuffer(),
                                settings.compression(),
                                settings.chunkSize(),
                                settings.maxSizeInFlight(),
                                settings.maxRetries(),
                                settings.retryWait(),
                                settings.spillBatchSize()),
                        context.raw(),
                        context.counters()));
    }
}
