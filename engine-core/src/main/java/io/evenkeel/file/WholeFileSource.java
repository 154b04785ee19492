package io.evenkeel.file;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Files as rows: a file's path and all its bytes. What is read is fixed when the source is made, as for text. Immutable; the
 * splits stay at the driver.
 */
public final class WholeFileSource implements FileSource<Pair<String, byte[]>> {

    private static final int BUFFER_BYTES = 1 << 17;

    private final String input;
    private final boolean unpacks;
    private final DriverSplits splits;

    private WholeFileSource(String input, boolean unpacks, List<FileSplit> splits) {
        this.input = input;
        this.unpacks = unpacks;
        this.splits = new DriverSplits(describe(), splits);
    }

    /**
     * Lists an input as {@link InputListing} does, and deals its files out over partitions by their sizes.
     *
     * @param unpacks whether packed files are given unpacked
     * @param minPartitions how many partitions are wanted at least; there are no more than files
     * @param maxSplitBytes how much one partition reads at most, if that is more than one file
     */
    public static WholeFileSource of(String input, boolean unpacks, int minPartitions, long maxSplitBytes) {
        List<FilePiece> files = InputListing.list(input);
        long total = files.stream().mapToLong(FilePiece::length).sum();
        long target = Math.min(maxSplitBytes, Math.max(1, total / minPartitions));
        List<FileSplit> splits = new ArrayList<>();
        List<FilePiece> open = new ArrayList<>();
        long openBytes = 0;
        for (FilePiece file : files) {
            if (!open.isEmpty() && openBytes + file.length() > target) {
                splits.add(new FileSplit(open));
                open.clear();
                openBytes = 0;
            }
            open.add(file);
            openBytes += file.length();
        }
        splits.add(new FileSplit(open));
        return new WholeFileSource(input, unpacks, splits);
    }

    @Override
    public String describe() {
        return "whole files " + input;
    }

    @Override
    public int partitions() {
        return splits.count();
    }

    @Override
    public List<Path> files() {
        return splits.files();
    }

    @Override
    public Serializable split(int partition) {
        return splits.get(partition);
    }

    @Override
    public Records<Pair<String, byte[]>> open(Serializable split, TaskContext context) {
        Iterator<FilePiece> pieces = ((FileSplit) split).pieces().iterator();
        return new IteratorRecords<>(new Iterator<>() {
            @Override
            public boolean hasNext() {
                return pieces.hasNext();
            }

            @Override
            public Pair<String, byte[]> next() {
                context.checkCancelled();
                FilePiece piece = pieces.next();
                byte[] bytes = read(piece);
                context.counters().addRead(1, bytes.length);
                return new Pair<>(piece.path().toString(), bytes);
            }
        });
    }

    private byte[] read(FilePiece piece) {
        piece.requireUnchanged();
        ByteArrayOutputStream all = new ByteArrayOutputStream((int) Math.min(piece.size(), 1 << 26));
        byte[] buffer = new byte[BUFFER_BYTES];
        try (ByteFeed bytes = unpacks ? piece.open(0, BUFFER_BYTES) : FileFeed.open(piece, 0)) {
            for (int read = bytes.read(buffer, 0, buffer.length);
                    read >= 0;
                    read = bytes.read(buffer, 0, buffer.length)) {
                all.write(buffer, 0, read);
            }
        } catch (IOException e) {
            throw piece.failed(all.size(), e);
        } catch (OutOfMemoryError e) {
            throw new EngineException(
                    ErrorCode.OUT_OF_MEMORY,
                    piece.path() + " does not fit into memory as one row: it has " + piece.size()
                            + " bytes; raise the memory of driver or executor, or read its lines or records instead",
                    e);
        }
        piece.requireUnchanged();
        return all.toByteArray();
    }
}
