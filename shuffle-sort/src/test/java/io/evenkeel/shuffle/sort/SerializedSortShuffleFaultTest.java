package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.ShuffleFaultContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;

final class SerializedSortShuffleFaultTest extends ShuffleFaultContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new SerializedSortShuffleWriterFactory();
    }

    @Override
    protected long spillingMemory() {
        return 150 << 10;
    }
}
