package io.evenkeel.storage.block;

import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.memory.StorageEvictor;
import java.io.Closeable;

/** The storage memory of one block in the making. Confined to one thread; closed without {@link #keep}, it gives all back. */
final class UnrollMemory implements Closeable {

    private final MemoryManager manager;
    private final MemoryMode mode;
    private final StorageEvictor evictor;
    private long held;

    UnrollMemory(MemoryManager manager, MemoryMode mode, StorageEvictor evictor) {
        this.manager = manager;
        this.mode = mode;
        this.evictor = evictor;
    }

    long held() {
        return held;
    }

    /** Takes so many more; false if they can't be had. */
    boolean reserve(long bytes) {
        if (!manager.acquireStorage(mode, bytes, true, evictor)) {
            return false;
        }
        held += bytes;
        return true;
    }

    /** The block is stored and takes so much, which is not more than is held. */
    long keep(long bytes) {
        long kept = Math.min(bytes, held);
        manager.unrolled(mode, kept);
        held -= kept;
        close();
        return kept;
    }

    @Override
    public void close() {
        long rest = held;
        held = 0;
        manager.releaseStorage(mode, rest, true);
    }
}
