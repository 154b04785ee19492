package io.evenkeel.shuffle.bypass;

import io.evenkeel.shuffle.ShuffleCommitRaceContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;

final class BypassShuffleCommitRaceTest extends ShuffleCommitRaceContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new BypassShuffleWriterFactory();
    }
}
