package io.evenkeel.checkpoint;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.FilePiece;
import io.evenkeel.file.InputListing;
import io.evenkeel.file.OutputDirectory;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The rows of a checkpoint, partition by partition as they were written. Immutable. */
public final class CheckpointSource implements RowSource<Object> {

    private final URI directory;
    private final int partitions;
    private final boolean bucketed;

    /** Stays at the driver: a part travels as the split of its task. */
    private final transient List<WrittenPart> parts;

    /**
     * A checkpoint that was written whole.
     *
     * @param parts one for each partition
     */
    public CheckpointSource(Path directory, Collection<WrittenPart> parts) {
        this(directory, parts, false);
    }

    private CheckpointSource(Path directory, Collection<WrittenPart> parts, boolean bucketed) {
        this.bucketed = bucketed;
        this.directory = directory.toUri();
        this.partitions = parts.size();
        this.parts = parts.stream()
                .sorted(Comparator.comparing(part -> part.partition().value()))
                .toList();
    }

    /**
     * What an earlier program wrote whole to a directory.
     *
     * @throws EngineException if it is not there or not whole
     */
    public static CheckpointSource ofDirectory(String path) {
        List<WrittenPart> parts = new ArrayList<>();
        Path directory = null;
        List<FilePiece> files = InputListing.list(path).stream()
                .sorted(Comparator.comparing(
                                (FilePiece file) -> file.path().toString().length())
                        .thenComparing(FilePiece::path))
                .toList();
        for (FilePiece file : files) {
            directory = file.path().getParent();
            parts.add(CheckpointFormat.part(file, parts.size()));
        }
        if (directory == null || !Files.exists(directory.resolve(OutputDirectory.SUCCESS))) {
            throw new EngineException(
                    ErrorCode.INPUT_UNREADABLE,
                    path + " is no complete output of saveAsObjectFile or checkpoint: it has no "
                            + OutputDirectory.SUCCESS);
        }
        return new CheckpointSource(directory, parts);
    }

    /** The same rows, which are pairs that lie by the hash of their keys; that is checked as they are read. */
    public CheckpointSource asBuckets() {
        return new CheckpointSource(Path.of(directory), parts, true);
    }

    /** Whether the rows are pairs that lie by the hash of their keys. */
    public boolean isBucketed() {
        return bucketed;
    }

    @Override
    public String describe() {
        return (bucketed ? "buckets " : "checkpoint ") + Path.of(directory);
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
                            + ". Run the program from its beginning that wrote it.",
                    e);
        }
        ChunkRows rows = new ChunkRows(new CheckpointChunks(file, opened, part), context.codecs());
        return bucketed ? new BucketRows(rows, file, part.partition().value(), partitions) : rows;
    }
}
