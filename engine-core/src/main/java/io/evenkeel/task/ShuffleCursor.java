package io.evenkeel.task;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.shuffle.read.Chunk;
import io.evenkeel.shuffle.read.ShuffleBlockReader;
import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the encoded records that a reducer gets from one shuffle. After {@link #next} the caller reads or skips the
 * key and then the value from {@link #in}, by the codecs of the moment. Confined to the task's thread.
 */
final class ShuffleCursor implements Closeable {

    private final ShuffleBlockReader reader;
    private final CodecRegistry codecs;
    private final TaskContext context;
    private final ByteReader in = new ByteReader();
    private @Nullable RecordLayout layout;
    private Codec<Object> keyCodec;
    private Codec<Object> valueCodec;
    private @Nullable Chunk chunk;
    private int left;

    ShuffleCursor(ShuffleBlockReader reader, TaskContext context) {
        this.reader = reader;
        this.codecs = context.codecs();
        this.context = context;
        this.keyCodec = codecs.none();
        this.valueCodec = codecs.none();
    }

    /** Stands before the next record; false at the end. */
    boolean next() {
        while (left == 0) {
            if (!nextChunk()) {
                return false;
            }
        }
        left--;
        return true;
    }

    /** The same, but false also at the end of a chunk, whose bytes stay valid. */
    boolean nextInChunk() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }

    private boolean nextChunk() {
        Chunk last = chunk;
        if (last != null && last.to() == last.records() && in.remaining() != 0) {
            throw reader.failure(
                    last, in.remaining() + " bytes are left behind the last of " + last.records() + " records", null);
        }
        context.checkCancelled();
        Chunk read = reader.next();
        chunk = read;
        if (read == null) {
            return false;
        }
        in.reset(read.bytes(), 0, read.length());
        left = read.to() - read.from();
        if (!read.layout().equals(layout)) {
            layout = read.layout();
            keyCodec = codecs.fromDescriptor(read.layout().keyCodec());
            valueCodec = codecs.fromDescriptor(read.layout().valueCodec());
        }
        for (int skipped = 0; skipped < read.from(); skipped++) {
            keyCodec.skip(in);
            valueCodec.skip(in);
        }
        return true;
    }

    /** Stands again before the record that {@link #next} came to, which begins there. */
    void back(int start) {
        in.reset(in.array(), start, in.position() + in.remaining() - start);
        left++;
    }

    ByteReader in() {
        return in;
    }

    Codec<Object> keyCodec() {
        return keyCodec;
    }

    Codec<Object> valueCodec() {
        return valueCodec;
    }

    @Override
    public void close() {
        reader.close();
    }
}
