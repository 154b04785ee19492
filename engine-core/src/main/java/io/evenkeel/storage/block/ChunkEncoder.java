package io.evenkeel.storage.block;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Encodes rows into chunks: by the codec of the first row's class, and from the first row on that this codec does not take
 * by the one that takes anything. A chunk is about as large as is said; a larger row has a chunk of its own size.
 *
 * <p>Confined to one thread.
 */
public final class ChunkEncoder {

    private final CodecRegistry codecs;
    private final int chunkBytes;
    private final ByteWriter out;
    private @Nullable Codec<Object> codec;
    private int rows;

    /** Encodes into chunks of about so many bytes. */
    public ChunkEncoder(CodecRegistry codecs, int chunkBytes) {
        this.codecs = codecs;
        this.chunkBytes = chunkBytes;
        this.out = new ByteWriter(Math.min(chunkBytes, 4096));
    }

    /** Whether the row can be added to the present chunk; if not, {@link #finish} comes first. */
    public boolean takes(@Nullable Object row) {
        return rows == 0 || (out.position() < chunkBytes && codec != null && codec.accepts(row));
    }

    /** Adds a row that {@link #takes} allows. */
    @SuppressWarnings("NullAway") // a codec that accepts null writes null
    public void add(@Nullable Object row) {
        Codec<Object> writing = codec;
        if (writing == null) {
            writing = codecs.forValue(row);
        } else if (!writing.accepts(row)) {
            writing = codecs.tagged();
        }
        codec = writing;
        writing.write(row, out);
        rows++;
    }

    /** Whether the present chunk holds no row. */
    public boolean isEmpty() {
        return rows == 0;
    }

    /** Ends the present chunk, which must hold a row. */
    public RowChunk finish() {
        Codec<Object> written = codec;
        if (written == null || rows == 0) {
            throw new IllegalStateException("the chunk holds no row");
        }
        RowChunk chunk = new RowChunk(written.descriptor(), rows, out.toByteArray(), out.position());
        out.reset();
        rows = 0;
        return chunk;
    }
}
