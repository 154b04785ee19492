package io.evenkeel.shuffle.segment;

import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.format.ChunkEncoder;
import io.evenkeel.shuffle.format.ChunkEntry;
import io.evenkeel.shuffle.format.FileAppender;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.util.Arrays;

/** Room for one chunk while it is encoded. Confined to the task's thread. */
final class ChunkScratch implements WritableFile {

    private static final byte[] UNBUFFERED = {};

    private final byte[] bytes;
    private final FileAppender out = new FileAppender(this, UNBUFFERED);
    private int position;

    ChunkScratch(ShuffleSettings settings) {
        bytes = new byte[Math.toIntExact(memoryBytes(settings))];
    }

    /** How many bytes of heap it takes. */
    static long memoryBytes(ShuffleSettings settings) {
        return ChunkEncoder.mostBytes(settings);
    }

    /** Encodes what a buffer holds, from the beginning. */
    ChunkEntry encode(ChunkEncoder encoder, int layout, ReducerBuffer buffer) throws IOException {
        position = 0;
        return encoder.encode(out, layout, buffer.bytes(), 0, buffer.filled(), buffer.records());
    }

    /** What was encoded last. */
    byte[] copy() {
        return Arrays.copyOf(bytes, position);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        System.arraycopy(source, offset, bytes, position, length);
        position += length;
    }

    @Override
    public void append(ReadableFile source, long offset, long length) throws IOException {
        source.readFully(offset, bytes, position, Math.toIntExact(length));
        position += Math.toIntExact(length);
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() {}
}
