package io.evenkeel.checkpoint;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.operator.RowSource;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.block.ChunkRows;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The rows of a checkpoint, partition by partition as they were written. Immutable. */
public final class CheckpointSource implements RowSource<Object> {

    private final URI directory;
    private final int partitions;

    /** Stays at the driver: a part travels as the split of its task. */
    private final transient List<WrittenPart> parts;

    /**
     * A checkpoint that was written whole.
     *
     * @param parts one for each partition
     */
    public CheckpointSource(Path directory, Collection<WrittenPart> parts) {
        this.directory = directory.toUri();
        this.partitions = parts.size();
        this.parts = parts.stream()
                .sorted(Comparator.comparing(part -> part.partition().value()))
                .toList();
    }

    @Override
    public String describe() {
        return "checkpoint " + Path.of(directory);
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public Serializable split(int partition) {
        return parts.get(partition);
    }

    @Override
    public Records<Object> open(Serializable split, TaskContext context) throws IOException {
        WrittenPart part = (WrittenPart) split;
        Path file = Path.of(directory).resolve(part.fileName());
        context.counters().addRead(part.records(), part.bytes());
        ReadableFile opened;
        try {
            opened = new LocalBlockFiles().open(file);
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.INPUT_UNREADABLE,
                    "the checkpoint file " + file + " can't be read: " + e
                            + ". What made it is not kept; run the program from its beginning.",
                    e);
        }
        return new ChunkRows(new CheckpointChunks(file, opened, part), context.codecs());
    }
}
