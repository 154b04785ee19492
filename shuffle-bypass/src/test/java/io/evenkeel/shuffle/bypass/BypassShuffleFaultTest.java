package io.evenkeel.shuffle.bypass;

import io.evenkeel.shuffle.ShuffleFaultContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;

final class BypassShuffleFaultTest extends ShuffleFaultContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new BypassShuffleWriterFactory();
    }

    @Override
    protected long spillingMemory() {
        return 200 << 10;
    }
}
