package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.ShuffleFaultContract;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import java.util.List;

/** The map structure, given records that each have a key of their own. */
final class CombiningSortShuffleFaultTest extends ShuffleFaultContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new UncombinedShuffleWriterFactory();
    }

    @Override
    protected long spillingMemory() {
        return 600 << 10;
    }

    @Override
    protected List<Compression> compressions() {
        return List.of(Compression.LZ4);
    }
}
