package io.evenkeel.parquet;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.FilePiece;
import io.evenkeel.file.FileSource;
import io.evenkeel.file.InputListing;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.GroupType;
import org.jspecify.annotations.Nullable;

/**
 * The rows of Parquet files as records. A partition is one or more row groups, by the bytes of the columns that are read.
 * What is read is fixed when the source is made, and the columns of all files are held against the class then. Immutable; the
 * row groups stay at the driver.
 */
final class ParquetSource<R> implements FileSource<R> {

    private final String input;
    private final Class<R> type;
    private final int partitions;
    private final transient @Nullable List<Split> splits;

    /** What one partition reads. */
    record Split(List<RowGroups> parts) implements Serializable {

        /** Copies the list. */
        Split {
            parts = List.copyOf(parts);
        }
    }

    private ParquetSource(String input, Class<R> type, List<Split> splits) {
        this.input = input;
        this.type = type;
        this.partitions = splits.size();
        this.splits = List.copyOf(splits);
    }

    /**
     * Lists an input as {@link InputListing} does, and reads the footers of its files.
     *
     * @param minPartitions how many partitions are wanted at least
     * @param minSplitBytes a partition reads at least so much, where there is so much
     * @param maxSplitBytes a partition reads at most so much, or one row group
     */
    static <R> ParquetSource<R> of(
            String input, Class<R> type, int minPartitions, long minSplitBytes, long maxSplitBytes) {
        if (!type.isRecord()) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, type.getName() + " is no record class");
        }
        if (minPartitions < 1) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "there is at least 1 partition, not " + minPartitions);
        }
        List<RowGroups> groups = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        for (FilePiece file : InputListing.list(input)) {
            addGroups(file, type, groups, sizes);
        }
        long total = sizes.stream().mapToLong(Long::longValue).sum();
        long target = Math.min(maxSplitBytes, Math.max(minSplitBytes, total / minPartitions));
        return new ParquetSource<>(input, type, packed(groups, sizes, target));
    }

    private static void addGroups(FilePiece file, Class<?> type, List<RowGroups> groups, List<Long> sizes) {
        try (OpenFile open = OpenFile.open(file)) {
            GroupType projection = reading(file, open, type).projection();
            List<BlockMetaData> blocks = open.rowGroups();
            for (int i = 0; i < blocks.size(); i++) {
                groups.add(new RowGroups(file, i, i + 1));
                sizes.add(bytesOf(blocks.get(i), projection));
            }
        } catch (IOException e) {
            throw OpenFile.failed(file, "it could not be closed", e);
        }
    }

    /** How the rows of a file are read as records. */
    static RecordReading reading(FilePiece file, OpenFile open, Class<?> type) {
        try {
            return RecordReading.of(type, open.columns(), "");
        } catch (BadValueException e) {
            throw new EngineException(ErrorCode.MALFORMED_INPUT, file.path() + ": " + e.reason(), e);
        } catch (StackOverflowError e) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, type.getName() + " contains itself, which can't be read", e);
        }
    }

    private static long bytesOf(BlockMetaData block, GroupType projection) {
        Set<List<String>> read = new HashSet<>();
        new org.apache.parquet.schema.MessageType("read", projection.getFields())
                .getPaths()
                .forEach(path -> read.add(List.of(path)));
        long bytes = 0;
        for (ColumnChunkMetaData chunk : block.getColumns()) {
            if (read.contains(List.of(chunk.getPath().toArray()))) {
                bytes += chunk.getTotalSize();
            }
        }
        return bytes;
    }

    private static List<Split> packed(List<RowGroups> groups, List<Long> sizes, long target) {
        List<Split> splits = new ArrayList<>();
        List<RowGroups> open = new ArrayList<>();
        long openBytes = 0;
        for (int i = 0; i < groups.size(); i++) {
            if (!open.isEmpty() && openBytes + sizes.get(i) > target) {
                splits.add(new Split(open));
                open.clear();
                openBytes = 0;
            }
            add(groups.get(i), open);
            openBytes += sizes.get(i);
        }
        if (!open.isEmpty() || splits.isEmpty()) {
            splits.add(new Split(open));
        }
        return splits;
    }

    private static void add(RowGroups next, List<RowGroups> open) {
        RowGroups last = open.isEmpty() ? null : open.get(open.size() - 1);
        if (last != null && last.file().equals(next.file())) {
            open.set(open.size() - 1, new RowGroups(last.file(), last.first(), next.end()));
        } else {
            open.add(next);
        }
    }

    @Override
    public String describe() {
        return "parquet " + input;
    }

    @Override
    public int partitions() {
        return partitions;
    }

    private List<Split> splits() {
        if (splits == null) {
            throw new IllegalStateException("the splits of " + describe() + " are known at the driver only");
        }
        return splits;
    }

    @Override
    public List<Path> files() {
        return splits().stream()
                .flatMap(split -> split.parts().stream())
                .map(part -> part.file().path())
                .distinct()
                .toList();
    }

    @Override
    public Serializable split(int partition) {
        return splits().get(partition);
    }

    @Override
    public Records<R> open(Serializable split, TaskContext context) {
        return new ParquetRecords<>(type, ((Split) split).parts().iterator(), context);
    }
}
