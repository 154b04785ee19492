package io.evenkeel.shuffle.sort;

import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.PoolLayout;
import io.evenkeel.shuffle.ShuffleWriterContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;

/** The serialised sort writer with pages outside the heap. */
final class OffHeapSortShuffleWriterTest extends ShuffleWriterContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new SerializedSortShuffleWriterFactory();
    }

    @Override
    protected MemoryManager memory(long bytes) {
        return new MemoryManager(PoolLayout.ofExecution(bytes), PoolLayout.ofExecution(bytes));
    }
}
