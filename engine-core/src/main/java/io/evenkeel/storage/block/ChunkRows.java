package io.evenkeel.storage.block;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Decodes the rows of chunks, which it owns. Confined to the task's thread. */
public final class ChunkRows implements Records<Object> {

    private final RowChunks chunks;
    private final CodecRegistry codecs;
    private final ByteReader in = new ByteReader();
    private @Nullable Codec<Object> codec;
    private String descriptor = "";
    private int rowsLeft;

    public ChunkRows(RowChunks chunks, CodecRegistry codecs) {
        this.chunks = chunks;
        this.codecs = codecs;
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        Codec<Object> reading = current();
        if (reading == null) {
            return false;
        }
        rowsLeft--;
        sink.accept(reading.read(in));
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        for (Codec<Object> reading = current(); reading != null; reading = current()) {
            while (rowsLeft > 0) {
                rowsLeft--;
                if (!sink.accept(reading.read(in))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The codec of the next row; null at the end. */
    private @Nullable Codec<Object> current() throws IOException {
        while (rowsLeft == 0) {
            RowChunk chunk = chunks.next();
            if (chunk == null) {
                return null;
            }
            if (codec == null || !chunk.codec().equals(descriptor)) {
                codec = codecs.fromDescriptor(chunk.codec());
                descriptor = chunk.codec();
            }
            in.reset(chunk.bytes(), 0, chunk.length());
            rowsLeft = chunk.rows();
        }
        return codec;
    }

    @Override
    public void close() throws IOException {
        rowsLeft = 0;
        chunks.close();
    }
}
