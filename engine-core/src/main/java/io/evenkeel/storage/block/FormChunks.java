package io.evenkeel.storage.block;

import io.evenkeel.codec.CodecRegistry;
import org.jspecify.annotations.Nullable;

/** Gives a block in memory as encoded chunks, whatever form it has. Confined to one thread; whoever made it pins the form. */
final class FormChunks implements RowChunks {

    private final MemoryForm form;
    private final @Nullable ChunkEncoder encoder;
    private final Runnable onClose;
    private byte[] buffer = new byte[0];
    private int next;
    private boolean closed;

    /**
     * @param onClose ends the pin
     */
    FormChunks(MemoryForm form, CodecRegistry codecs, int chunkBytes, Runnable onClose) {
        this.form = form;
        this.encoder = form instanceof MemoryForm.Objects ? new ChunkEncoder(codecs, chunkBytes) : null;
        this.onClose = onClose;
    }

    @Override
    public @Nullable RowChunk next() {
        if (closed) {
            return null;
        }
        if (form instanceof MemoryForm.Chunks encoded) {
            return next == encoded.chunks().size() ? null : encoded.chunks().get(next++);
        } else if (form instanceof MemoryForm.Slabs slabs) {
            return next == slabs.parts().size()
                    ? null
                    : copied(slabs, slabs.parts().get(next++));
        }
        return encoded(((MemoryForm.Objects) form).rows());
    }

    private RowChunk copied(MemoryForm.Slabs slabs, MemoryForm.Slabs.Part part) {
        if (buffer.length < part.length()) {
            buffer = new byte[part.length()];
        }
        slabs.copy(part, buffer);
        return new RowChunk(part.codec(), part.rows(), buffer, part.length());
    }

    private @Nullable RowChunk encoded(@Nullable Object[] rows) {
        ChunkEncoder encoding = java.util.Objects.requireNonNull(encoder);
        while (next < rows.length && encoding.takes(rows[next])) {
            encoding.add(rows[next++]);
        }
        return encoding.isEmpty() ? null : encoding.finish();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            onClose.run();
        }
    }
}
