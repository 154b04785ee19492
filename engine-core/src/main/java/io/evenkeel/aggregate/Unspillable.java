package io.evenkeel.aggregate;

import io.evenkeel.memory.MemoryConsumer;

/**
 * Stands for a structure that holds memory and can't give it back when asked: its user empties it. Told apart by identity,
 * as all consumers are.
 */
final class Unspillable implements MemoryConsumer {

    private final String name;

    Unspillable(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long spill(long wantedBytes) {
        return 0;
    }
}
