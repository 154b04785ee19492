package io.evenkeel.shuffle.hash;

import io.evenkeel.shuffle.ShuffleCommitRaceContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;

final class ConsolidatedShuffleCommitRaceTest extends ShuffleCommitRaceContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new Consolidating();
    }
}
