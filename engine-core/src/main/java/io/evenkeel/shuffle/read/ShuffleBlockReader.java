package io.evenkeel.shuffle.read;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.error.ErrorKind;
import io.evenkeel.error.FetchFailedException;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.format.ChunkDecoder;
import io.evenkeel.shuffle.format.ChunkEntry;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.BlockFiles;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a share of all map outputs, chunk by chunk, in the order of the map indexes. Every byte is
 * checked against the index, and the index against the status that the driver keeps. What can't be read, or is not what
 * was written, is read again from scratch, as {@link FetchTries} says, and is then a fetch failure: never a shorter or
 * another answer.
 *
 * <p>Confined to the task's thread. It holds one chunk and one open file at a time, however many maps there are. Closing
 * is idempotent.
 */
public final class ShuffleBlockReader implements AutoCloseable {

    private static final int KEPT_BUFFER_BYTES = 1 << 20;

    private final ReducerShare share;
    private final List<MapStatus> statuses;
    private final MapOutputAccess access;
    private final ShuffleSettings settings;
    private final TaskCounters counters;
    private final ChunkDecoder decoder = new ChunkDecoder();
    private byte[] compressed = new byte[0];
    private byte[] raw = new byte[0];
    private int next;
    private Window @Nullable [] windows;
    private @Nullable Share current;
    private int piece;
    private boolean closed;

    /** What is read of one map output by going to its files. */
    private interface Reading<T> {
        T from(BlockFiles files) throws IOException;
    }

    /**
     * @param shuffle the exchange
     * @param share what is read
     * @param statuses one per map output, in the order of the map indexes
     * @param access finds the files of the executors that wrote them
     * @param settings how shuffles are read
     * @param counters where reads are counted
     */
    public ShuffleBlockReader(
            ShuffleId shuffle,
            ReducerShare share,
            List<MapStatus> statuses,
            MapOutputAccess access,
            ShuffleSettings settings,
            TaskCounters counters) {
        this.share = share;
        this.statuses = List.copyOf(statuses);
        this.access = access;
        this.settings = settings;
        this.counters = counters;
        int smallest = Math.toIntExact(Math.min(settings.chunkSize().bytes(), KEPT_BUFFER_BYTES));
        this.raw = new byte[smallest];
        this.compressed = new byte[smallest];
        checkOrder(shuffle, this.statuses);
    }

    private static void checkOrder(ShuffleId shuffle, List<MapStatus> statuses) {
        @Nullable MapIndex last = null;
        for (MapStatus status : statuses) {
            if (!status.shuffle().equals(shuffle)) {
                throw new IllegalArgumentException("a status of " + status.shuffle() + " while reading " + shuffle);
            }
            if (last != null && status.map().compareTo(last) <= 0) {
                throw new IllegalArgumentException("statuses are not in map order: " + status.map() + " after " + last);
            }
            last = status.map();
        }
    }

    /**
     * The next chunk, valid until the next call; null after the last one.
     *
     * @throws FetchFailedException if a map output can't be read, also not at the last try
     * @throws EngineException with {@link ErrorCode#TASK_CANCELLED} if the thread was interrupted
     */
    public @Nullable Chunk next() {
        if (closed) {
            throw new IllegalStateException("the reader is closed");
        }
        while (next < statuses.size()) {
            MapStatus status = statuses.get(next);
            Window window = window(next);
            if (!window.isEmpty() && holdsAny(status)) {
                Optional<Chunk> read = checked(status, files -> read(status, window, files));
                if (read.isPresent()) {
                    return read.get();
                }
            }
            closeShare();
            piece = 0;
            next++;
        }
        return null;
    }

    private boolean holdsAny(MapStatus status) {
        for (int reducer = share.first(); reducer < share.end(); reducer++) {
            if (!status.sizes().isEmpty(reducer)) {
                return true;
            }
        }
        return false;
    }

    /** Which of the rows of a map are read; where a part is read, all indexes are looked at first. */
    private Window window(int map) {
        if (share.isWhole()) {
            return Window.ALL;
        }
        Window[] known = windows;
        if (known == null) {
            long[] rows = new long[statuses.size()];
            for (int each = 0; each < rows.length; each++) {
                MapStatus status = statuses.get(each);
                rows[each] = holdsAny(status) ? checked(status, files -> Share.rows(status, share, files)) : 0;
            }
            known = Window.of(share, rows);
            windows = known;
        }
        return known[map];
    }

    /**
     * The failure for a chunk whose records turn out not to be what its count says, for whoever decodes them.
     *
     * @param damaged the chunk that {@link #next} gave last
     * @param problem what is wrong
     */
    public FetchFailedException failure(Chunk damaged, String problem, @Nullable Throwable cause) {
        MapStatus status = statuses.stream()
                .filter(candidate -> candidate.map().equals(damaged.map()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not read here: " + damaged.map()));
        return failed(status, problem, cause);
    }

    private <T> T checked(MapStatus status, Reading<T> reading) {
        BlockFiles files = filesOf(status);
        @Nullable FetchTries tries = null;
        while (true) {
            try {
                return reading.from(files);
            } catch (ClosedByInterruptException e) {
                throw interrupted(status, e);
            } catch (IOException | EngineException e) {
                closeShare();
                if (e instanceof EngineException engine && engine.kind() != ErrorKind.LOST_DATA) {
                    throw engine;
                }
                tries = tries == null ? new FetchTries(settings) : tries;
                tryAgain(status, tries, e);
            }
        }
    }

    /** Returns if it is worth while to read once more. */
    private void tryAgain(MapStatus status, FetchTries tries, Exception failure) {
        try {
            if (!tries.mayTryAgain(failure)) {
                throw failed(status, problem(failure), failure);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(status, e);
        }
    }

    private static EngineException interrupted(MapStatus status, Exception cause) {
        return new EngineException(
                ErrorCode.TASK_CANCELLED, "interrupted while reading " + status.shuffle() + ", " + status.map(), cause);
    }

    private Optional<Chunk> read(MapStatus status, Window window, BlockFiles files) throws IOException {
        Share opened = current;
        if (opened == null) {
            opened = Share.open(status, share, window, files);
            current = opened;
        }
        if (piece == opened.pieces()) {
            return Optional.empty();
        }
        Share.Piece wanted = opened.piece(piece);
        ChunkEntry entry = wanted.entry();
        compressed = sized(compressed, entry.length());
        raw = sized(raw, entry.rawLength());
        long asks = System.nanoTime();
        opened.read(wanted, compressed);
        counters.addFetch(System.nanoTime() - asks);
        decoder.decode(opened.index().compression(), entry, compressed, raw);
        piece++;
        counters.addShuffleRead(wanted.to() - wanted.from(), entry.length());
        return Optional.of(new Chunk(
                status.map(),
                opened.index().layouts().get(entry.layout()),
                raw,
                entry.rawLength(),
                entry.records(),
                wanted.from(),
                wanted.to()));
    }

    private BlockFiles filesOf(MapStatus status) {
        try {
            return access.filesOf(status.executor());
        } catch (IOException e) {
            throw failed(status, problem(e), e);
        }
    }

    /** Many messages of the file system are a path only. */
    private static String problem(Exception e) {
        return e instanceof EngineException ? String.valueOf(e.getMessage()) : e.toString();
    }

    private FetchFailedException failed(MapStatus status, String problem, @Nullable Throwable cause) {
        return new FetchFailedException(
                status.shuffle(),
                status.map(),
                status.attempt(),
                status.executor(),
                new PartitionIndex(share.first()),
                problem,
                cause);
    }

    /** Grows as needed, and lets go of a buffer that one huge record needed. */
    private static byte[] sized(byte[] buffer, int length) {
        if (buffer.length >= length && (buffer.length <= KEPT_BUFFER_BYTES || length > buffer.length / 4)) {
            return buffer;
        }
        return new byte[Math.max(length, Math.min(buffer.length, KEPT_BUFFER_BYTES))];
    }

    private void closeShare() {
        Share opened = current;
        current = null;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                // Everything read from it was checked already; there is nothing that a failure to close could change.
                return;
            }
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            closeShare();
            decoder.close();
        }
    }
}
