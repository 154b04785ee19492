package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.ShuffleFaultContract;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import java.util.List;

final class WideSortShuffleFaultTest extends ShuffleFaultContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new WideSortShuffleWriterFactory();
    }

    @Override
    protected long spillingMemory() {
        return 180 << 10;
    }

    @Override
    protected List<Compression> compressions() {
        return List.of(Compression.LZ4);
    }
}
