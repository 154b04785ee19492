package io.evenkeel.storage.block;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one chunk ahead, so that a block whose file is lost or damaged at once shows before any row of it is used, and
 * tells when it shows later. Confined to one thread.
 */
final class WatchedChunks implements RowChunks {

    private final BlockId block;
    private final RowChunks chunks;
    private final Consumer<Exception> onDamage;
    private @Nullable RowChunk first;

    private WatchedChunks(BlockId block, RowChunks chunks, Consumer<Exception> onDamage, @Nullable RowChunk first) {
        this.block = block;
        this.chunks = chunks;
        this.onDamage = onDamage;
        this.first = first;
    }

    /**
     * Reads the first chunk.
     *
     * @param onDamage is told when a later one can't be read
     * @throws IOException if the first can't be read; the chunks are closed then
     */
    static RowChunks of(BlockId block, RowChunks chunks, Consumer<Exception> onDamage) throws IOException {
        try {
            return new WatchedChunks(block, chunks, onDamage, chunks.next());
        } catch (IOException | RuntimeException e) {
            chunks.close();
            throw e;
        }
    }

    @Override
    public @Nullable RowChunk next() throws IOException {
        RowChunk ready = first;
        if (ready != null) {
            first = null;
            return ready;
        }
        try {
            return chunks.next();
        } catch (ClosedChannelException e) {
            throw e; // interrupted: nothing is wrong with the file
        } catch (EngineException e) {
            onDamage.accept(e);
            throw e;
        } catch (IOException e) {
            onDamage.accept(e);
            throw new EngineException(
                    ErrorCode.CORRUPT_DATA,
                    block.name() + " can't be read to its end: " + e.getMessage() + ". What it held is computed again.",
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        first = null;
        chunks.close();
    }
}
