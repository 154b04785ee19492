package io.evenkeel.storage.block;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chunks of a list. Confined to one thread. */
final class ListedChunks implements RowChunks {

    private final List<RowChunk> chunks;
    private final Closeable onClose;
    private int next;

    ListedChunks(List<RowChunk> chunks) {
        this(chunks, () -> {});
    }

    /** Closes something with the chunks, whose close is idempotent. */
    ListedChunks(List<RowChunk> chunks, Closeable onClose) {
        this.chunks = chunks;
        this.onClose = onClose;
    }

    @Override
    public @Nullable RowChunk next() {
        return next == chunks.size() ? null : chunks.get(next++);
    }

    @Override
    public void close() throws IOException {
        next = chunks.size();
        onClose.close();
    }
}
