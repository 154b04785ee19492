package io.evenkeel.memory;

/** Where memory lies. The two kinds have pools of their own: one is never taken for the other. */
public enum MemoryMode {
    ON_HEAP,
    OFF_HEAP
}
