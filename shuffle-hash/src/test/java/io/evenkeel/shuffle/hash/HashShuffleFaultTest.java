package io.evenkeel.shuffle.hash;

import io.evenkeel.shuffle.ShuffleFaultContract;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import java.util.List;

final class HashShuffleFaultTest extends ShuffleFaultContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new HashShuffleWriterFactory();
    }

    @Override
    protected long spillingMemory() {
        return 200 << 10;
    }

    /** It makes many files, and what it calls does not depend on the codec. */
    @Override
    protected List<Compression> compressions() {
        return List.of(Compression.LZ4);
    }
}
