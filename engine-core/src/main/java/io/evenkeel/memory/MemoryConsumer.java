package io.evenkeel.memory;

import java.io.IOException;

/**
 * A structure of a task that holds execution memory and can give it back by writing what it holds to disk.
 *
 * <p>Asked on the task's own thread only, outside any lock, also in the middle of its own call to
 * {@link TaskMemory#acquire}; so it acquires before it changes anything, and looks at its state again afterwards. While
 * it spills it acquires nothing: {@link TaskMemory} refuses that. Consumers are told apart by identity: they don't
 * override {@code equals}.
 */
public interface MemoryConsumer {

    /** What it is, for messages, such as {@code external sorter}. */
    String name();

    /** Which kind of memory it holds; the same as long as it lives. */
    default MemoryMode mode() {
        return MemoryMode.ON_HEAP;
    }

    /**
     * Frees memory by spilling, if it can right now. What counts is what it gave to {@link TaskMemory#release}.
     *
     * @param wantedBytes how much is needed; freeing more is fine
     * @return the bytes released to the {@link TaskMemory} by this call; 0 if it holds nothing it can spill
     */
    long spill(long wantedBytes) throws IOException;
}
