package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.Contents;
import io.evenkeel.shuffle.ShuffleWriterContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;

/** The map structure, given records that each have a key of their own. */
final class CombiningSortShuffleContractTest extends ShuffleWriterContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new UncombinedShuffleWriterFactory();
    }

    @Override
    protected long smallMemory() {
        return 1 << 20;
    }

    /** It works on objects: an object has to be in memory, and beside it what it is encoded to. */
    @Override
    protected long smallMemory(int longestRecord) {
        return smallMemory() + 10L * longestRecord;
    }

    @Override
    protected long mostForOthers() {
        return smallMemory() / 2;
    }

    /** Keys come in the order of their hashes, and so do their layouts. */
    @Override
    protected void assertSame(Contents read, Contents written) {
        read.assertSameInAnyOrderOfLayouts(written);
    }

    @Override
    protected int hugeRecordBytes() {
        return 8 << 20;
    }
}
