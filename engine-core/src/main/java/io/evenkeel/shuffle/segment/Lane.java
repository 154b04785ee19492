package io.evenkeel.shuffle.segment;

import org.jspecify.annotations.Nullable;

/** The buffers of one layout; a reducer without rows of that layout has none. Confined to the task's thread. */
final class Lane {

    private final @Nullable ReducerBuffer[] byReducer;
    private int layout;

    Lane(int reducers, int layout) {
        this.byReducer = new ReducerBuffer[reducers];
        this.layout = layout;
    }

    int layout() {
        return layout;
    }

    /** Serves another layout from now on; the buffers are empty. */
    void begin(int newLayout) {
        layout = newLayout;
    }

    @Nullable
    ReducerBuffer[] byReducer() {
        return byReducer;
    }

    ReducerBuffer of(int reducer) {
        ReducerBuffer buffer = byReducer[reducer];
        if (buffer == null) {
            buffer = new ReducerBuffer();
            byReducer[reducer] = buffer;
        }
        return buffer;
    }

    /** The reducer's buffer if there are rows in it. */
    @Nullable
    ReducerBuffer filled(int reducer) {
        ReducerBuffer buffer = byReducer[reducer];
        return buffer != null && buffer.records() > 0 ? buffer : null;
    }

    /** Lets go of all memory; the buffers are empty. */
    void drop() {
        for (@Nullable ReducerBuffer buffer : byReducer) {
            if (buffer != null) {
                buffer.drop();
            }
        }
    }
}
