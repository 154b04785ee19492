package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.ShuffleCommitRaceContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;

final class SerializedSortShuffleCommitRaceTest extends ShuffleCommitRaceContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new SerializedSortShuffleWriterFactory();
    }
}
