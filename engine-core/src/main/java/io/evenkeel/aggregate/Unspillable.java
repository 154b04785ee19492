package io.evenkeel.aggregate;

import io.evenkeel.memory.MemoryConsumer;

/** Stands for a map that holds memory and can't give it back when asked: its user empties it. Told apart by identity. */
final class Unspillable implements MemoryConsumer {

    @Override
    public String name() {
        return "combining map";
    }

    @Override
    public long spill(long wantedBytes) {
        return 0;
    }
}
