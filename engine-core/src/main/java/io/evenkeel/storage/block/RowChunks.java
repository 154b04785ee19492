package io.evenkeel.storage.block;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Chunks, one after the other. Confined to one thread; closing is idempotent. */
public interface RowChunks extends Closeable {

    /** The next chunk, valid until the next call; null at the end. */
    @Nullable
    RowChunk next() throws IOException;

    @Override
    void close() throws IOException;
}
