package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.format.ReducerWriter;
import java.io.IOException;

/** One record that there is no memory for, straight from its caller's array. */
final class SingleRecord implements ReducerSource {

    private final int reducer;
    private final int layout;
    private final byte[] bytes;
    private final int offset;
    private final int length;
    private boolean written;

    SingleRecord(int reducer, int layout, byte[] bytes, int offset, int length) {
        this.reducer = reducer;
        this.layout = layout;
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
    }

    @Override
    public int reducer() {
        return written ? END : reducer;
    }

    @Override
    public void write(ReducerWriter out) throws IOException {
        out.record(layout, bytes, offset, length);
        written = true;
    }
}
