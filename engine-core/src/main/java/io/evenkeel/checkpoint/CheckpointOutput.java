package io.evenkeel.checkpoint;

import io.evenkeel.file.OutputDirectory;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Records;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.WritableFile;
import io.evenkeel.storage.block.BlockStore;
import io.evenkeel.storage.block.ChunkEncoder;
import io.evenkeel.storage.block.RowChunk;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a partition to its file of a checkpoint: to one of this attempt first, which takes its place by a rename when the
 * driver agrees. An attempt that fails or is not chosen leaves no file. Immutable.
 */
public final class CheckpointOutput implements PartitionAction<Object, WrittenPart> {

    private static final int CHECK_EVERY = 1 << 12;

    private final URI directory;

    /**
     * @param directory where the files go, which holds one for the attempts
     */
    public CheckpointOutput(Path directory) {
        this.directory = directory.toUri();
    }

    @Override
    public WrittenPart run(Records<Object> rows, TaskContext context) throws Exception {
        Path output = Path.of(directory);
        String name = WrittenPart.fileName(context.partition());
        Path attempt = output.resolve(OutputDirectory.ATTEMPTS)
                .resolve(context.attempt().fileToken());
        Path file = attempt.resolve(name);
        BlockFiles files = new LocalBlockFiles();
        try {
            Files.createDirectory(attempt);
            WrittenPart part;
            try (WritableFile out = files.create(file)) {
                part = write(rows, out, name, context);
            }
            context.counters().addWritten(part.records(), part.bytes());
            context.requireCommit();
            files.rename(file, output.resolve(name));
            Files.delete(attempt);
            return part;
        } catch (Throwable e) {
            remove(file, e);
            remove(attempt, e);
            throw e;
        }
    }

    private static WrittenPart write(Records<Object> rows, WritableFile out, String name, TaskContext context)
            throws Exception {
        ChunkEncoder encoder = new ChunkEncoder(context.codecs(), BlockStore.CHUNK_BYTES);
        long[] count = {0};
        out.write(
                ByteBuffer.allocate(Long.BYTES).putLong(CheckpointFormat.MAGIC).array(), 0, Long.BYTES);
        rows.forEachRemaining(passing -> {
            Object row = Detachable.detach(passing);
            if (!encoder.takes(row)) {
                write(encoder.finish(), out);
            }
            encoder.add(row);
            if (++count[0] % CHECK_EVERY == 0) {
                context.checkCancelled();
            }
            return true;
        });
        if (!encoder.isEmpty()) {
            write(encoder.finish(), out);
        }
        ByteBuffer end =
                ByteBuffer.allocate(CheckpointFormat.END_BYTES).putInt(0).putLong(count[0]);
        end.putInt(CheckpointFormat.checksum(
                out.position(), ByteBuffer.wrap(end.array(), 0, 12), new byte[0], new byte[0], 0));
        out.write(end.array(), 0, CheckpointFormat.END_BYTES);
        return new WrittenPart(context.partition(), name, count[0], out.position());
    }

    private static void write(RowChunk chunk, WritableFile out) throws IOException {
        byte[] descriptor = chunk.codec().getBytes(StandardCharsets.UTF_8);
        ByteBuffer header = ByteBuffer.allocate(CheckpointFormat.CHUNK_HEADER)
                .putInt(chunk.rows())
                .putInt(chunk.length())
                .putInt(descriptor.length);
        header.putInt(CheckpointFormat.checksum(
                out.position(), ByteBuffer.wrap(header.array(), 0, 12), descriptor, chunk.bytes(), chunk.length()));
        out.write(header.array(), 0, CheckpointFormat.CHUNK_HEADER);
        out.write(descriptor, 0, descriptor.length);
        out.write(chunk.bytes(), 0, chunk.length());
    }

    private static void remove(Path path, Throwable failure) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
