package io.evenkeel.file;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of so many bytes each, one behind the other in files, as byte arrays. Files are cut between records; packed ones
 * are not cut. A file that ends inside of a record is an error. Immutable; the splits stay at the driver.
 */
public final class FixedLengthSource implements FileSource<byte[]> {

    private final String input;
    private final int recordBytes;
    private final DriverSplits splits;

    private FixedLengthSource(String input, int recordBytes, List<FileSplit> splits) {
        this.input = input;
        this.recordBytes = recordBytes;
        this.splits = new DriverSplits(describe(), splits);
    }

    /**
     * Lists an input as {@link InputListing} does and cuts it.
     *
     * @param recordBytes how long a record is
     * @param minPartitions how many partitions are wanted at least
     * @param minSplitBytes files are not cut into pieces smaller than this
     * @param maxSplitBytes how much one partition reads at most
     * @throws EngineException naming the file whose length is no multiple
     */
    public static FixedLengthSource of(
            String input, int recordBytes, int minPartitions, long minSplitBytes, long maxSplitBytes) {
        if (recordBytes < 1) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "records have at least one byte, not " + recordBytes);
        }
        List<FilePiece> files = InputListing.list(input);
        for (FilePiece file : files) {
            if (!file.isPacked() && file.size() % recordBytes != 0) {
                throw cut(file, file.size(), recordBytes);
            }
        }
        List<FileSplit> splits = new ArrayList<>();
        for (FileSplit split : SplitPlan.of(files, minPartitions, minSplitBytes, maxSplitBytes)) {
            splits.add(new FileSplit(split.pieces().stream()
                    .map(piece -> aligned(piece, recordBytes))
                    .toList()));
        }
        return new FixedLengthSource(input, recordBytes, splits);
    }

    /** The records whose first byte lies in the piece. */
    private static FilePiece aligned(FilePiece piece, int recordBytes) {
        return piece.isPacked()
                ? piece
                : piece.part(up(piece.start(), recordBytes), Math.min(piece.size(), up(piece.end(), recordBytes)));
    }

    private static long up(long position, int recordBytes) {
        return (position + recordBytes - 1) / recordBytes * recordBytes;
    }

    private static EngineException cut(FilePiece file, long bytes, int recordBytes) {
        return new EngineException(
                ErrorCode.MALFORMED_INPUT,
                file.path() + " has " + bytes + " bytes, which is no multiple of the record length of " + recordBytes);
    }

    @Override
    public String describe() {
        return "records of " + recordBytes + " bytes " + input;
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
    public Records<byte[]> open(Serializable split, TaskContext context) {
        return new FixedLengthRecords(((FileSplit) split).pieces().iterator(), recordBytes, context);
    }

    /** The records of a split. Confined to the task's thread. */
    private static final class FixedLengthRecords implements Records<byte[]> {

        private static final int CHECK_EVERY = 1 << 12;
        private static final int BUFFER_BYTES = 1 << 17;

        private final int recordBytes;
        private final TaskContext context;
        private Iterator<FilePiece> pieces;
        private @Nullable FilePiece piece;
        private @Nullable ByteFeed bytes;

        /** What is read and not given yet. */
        private final byte[] buffer = new byte[BUFFER_BYTES];

        private int next;
        private int limit;

        /** How many bytes of the piece were given. */
        private long given;

        private int sinceCheck;

        FixedLengthRecords(Iterator<FilePiece> pieces, int recordBytes, TaskContext context) {
            this.pieces = pieces;
            this.recordBytes = recordBytes;
            this.context = context;
        }

        @Override
        public boolean tryAdvance(Sink<? super byte[]> sink) throws Exception {
            byte[] found = nextRecord();
            if (found == null) {
                return false;
            }
            sink.accept(found);
            return true;
        }

        @Override
        public boolean forEachRemaining(Sink<? super byte[]> sink) throws Exception {
            for (byte[] found = nextRecord(); found != null; found = nextRecord()) {
                if (!sink.accept(found)) {
                    return false;
                }
            }
            return true;
        }

        private byte @Nullable [] nextRecord() throws IOException {
            while (bytes != null || pieces.hasNext()) {
                FilePiece current = piece;
                if (bytes == null || current == null) {
                    current = pieces.next();
                    open(current);
                }
                byte[] found = read(current);
                if (found != null) {
                    return found;
                }
                current.requireUnchanged();
                closeFile();
            }
            return null;
        }

        private void open(FilePiece opened) {
            opened.requireUnchanged();
            context.checkCancelled();
            long from = opened.isPacked() ? 0 : opened.start();
            try {
                bytes = opened.open(from, BUFFER_BYTES);
            } catch (IOException e) {
                throw opened.failed(from, e);
            }
            piece = opened;
            next = 0;
            limit = 0;
            given = 0;
        }

        private byte @Nullable [] read(FilePiece current) {
            if (!current.isPacked() && given >= current.length()) {
                return null;
            }
            byte[] found = new byte[recordBytes];
            int filled = 0;
            while (filled < recordBytes) {
                if (next == limit && !fill(current)) {
                    if (filled == 0) {
                        return null;
                    }
                    throw cut(current, given + filled, recordBytes);
                }
                int step = Math.min(recordBytes - filled, limit - next);
                System.arraycopy(buffer, next, found, filled, step);
                next += step;
                filled += step;
            }
            given += recordBytes;
            context.counters().addRead(1, recordBytes);
            if (++sinceCheck == CHECK_EVERY) {
                sinceCheck = 0;
                context.checkCancelled();
            }
            return found;
        }

        private boolean fill(FilePiece current) {
            if (bytes == null) {
                return false;
            }
            try {
                next = 0;
                limit = Math.max(0, bytes.read(buffer, 0, buffer.length));
                return limit > 0;
            } catch (IOException e) {
                throw current.failed(given, e);
            }
        }

        private void closeFile() throws IOException {
            ByteFeed closing = bytes;
            bytes = null;
            piece = null;
            if (closing != null) {
                closing.close();
            }
        }

        @Override
        public void close() throws IOException {
            pieces = Collections.emptyIterator();
            closeFile();
        }
    }
}
