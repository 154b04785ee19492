package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.ShuffleCommitRaceContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;

final class SortShuffleCommitRaceTest extends ShuffleCommitRaceContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new SortShuffleWriterFactory();
    }
}
