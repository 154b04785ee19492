package io.evenkeel.shuffle.segment;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.format.ChunkEncoder;
import io.evenkeel.shuffle.format.ChunkEntry;
import io.evenkeel.shuffle.format.FileAppender;
import io.evenkeel.shuffle.format.IndexCommit;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.LayoutTable;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.shuffle.format.ShuffleCommit;
import io.evenkeel.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one attempt, by reducer. Each reducer's gather in a buffer that grows from almost nothing to the size of a
 * chunk. A full buffer is compressed, and the chunk stays in memory as long as there is some; else chunks go to the
 * {@link SegmentSink}, reducer by reducer, so that each reducer's lie together.
 *
 * <p>Rows of many reducers go to their buffers by way of a {@link RowStage}. Rows of one reducer and layout keep the order
 * they came in.
 *
 * <p>Memory: what encoding and committing need is acquired at the start, with a little for buffers, so that a row can
 * always be taken. Buffers and chunks acquire as they come. Acquiring can call {@link #spill} on this very object; nothing
 * that was looked at before is relied on after. What grows with the number of reducers alone is not counted.
 *
 * <p>Confined to the task's thread. After a failure it can only be closed.
 */
public final class SegmentedRows implements MemoryConsumer, AutoCloseable {

    /** Rows of this many layouts gather side by side; with more, some of the chunks get small. */
    private static final int MAX_LANES = 16;

    /** Rows are staged when buffers and chunks take so many times the memory of a stage: then there is some to spare. */
    private static final int STAGES = 8;

    private enum State {
        OPEN,
        BUSY,
        FAILED,
        ENDED,
        CLOSED
    }

    private final String name;
    private final ShuffleSpec spec;
    private final ShuffleWriteContext context;
    private final SegmentSink sink;
    private final int chunkBytes;
    private final LayoutTable layouts = new LayoutTable();
    private final List<Lane> lanes = new ArrayList<>();
    private final @Nullable Segment[] segments;
    private final ChunkEncoder encoder;
    private final ChunkScratch scratch;
    private final SegmentMemory memory;

    private State state = State.OPEN;
    private @Nullable RecordLayout announced;
    private @Nullable Lane lane;
    private @Nullable ReducerBuffer @Nullable [] current;
    private @Nullable RowStage stage;
    private long stageFrom;
    private long records;
    private long chunks;

    /** How much of the memory in use is that of kept chunks. */
    private long keptBytes;

    private SegmentedRows(String name, ShuffleSpec spec, ShuffleWriteContext context, SegmentSink sink) {
        this.name = name;
        this.spec = spec;
        this.context = context;
        this.sink = sink;
        this.chunkBytes = Math.toIntExact(context.settings().chunkSize().bytes());
        this.segments = new Segment[spec.reducers()];
        this.encoder = new ChunkEncoder(context.settings(), context.raw());
        this.scratch = new ChunkScratch(context.settings());
        this.memory = new SegmentMemory(context.memory(), this);
        this.stageFrom =
                RowStage.suits(spec.reducers()) ? STAGES * RowStage.memoryBytes(spec.reducers()) : Long.MAX_VALUE;
    }

    /**
     * Opens one and acquires the memory it can't do without, also that of one buffer for writing files.
     *
     * @param name of the writer, for messages
     * @param sink where chunks go that memory doesn't hold
     */
    public static SegmentedRows open(String name, ShuffleSpec spec, ShuffleWriteContext context, SegmentSink sink)
            throws IOException {
        SegmentedRows rows = new SegmentedRows(name, spec, context, sink);
        ShuffleSettings settings = context.settings();
        long fixed = ChunkEncoder.memoryBytes(settings)
                + ChunkScratch.memoryBytes(settings)
                + ShuffleCommit.bufferBytes(settings)
                + IndexCommit.memoryBytes();
        try {
            rows.memory.open(fixed);
            return rows;
        } catch (IOException | RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    /** Says how the rows that follow are encoded. */
    public void layout(RecordLayout layout) {
        checkOpen();
        announced = layout;
        current = null;
    }

    /** Takes one encoded row; the bytes are copied. */
    public void write(int reducer, byte[] bytes, int offset, int length) throws IOException {
        checkOpen();
        Objects.checkFromIndexSize(offset, length, bytes.length);
        @Nullable ReducerBuffer[] buffers = current;
        if (buffers != null && reducer >= 0 && reducer < buffers.length) {
            RowStage rowStage = stage;
            if (rowStage != null) {
                if (rowStage.add(reducer, bytes, offset, length)) {
                    records++;
                    return;
                }
            } else if (add(buffers[reducer], bytes, offset, length)) {
                records++;
                return;
            }
        }
        writeSlowly(reducer, bytes, offset, length);
    }

    private static boolean add(@Nullable ReducerBuffer buffer, byte[] bytes, int offset, int length) {
        return buffer != null && buffer.add(bytes, offset, length);
    }

    private void writeSlowly(int reducer, byte[] bytes, int offset, int length) throws IOException {
        boolean noLayout = lane == null && announced == null;
        if (noLayout || reducer < 0 || reducer >= spec.reducers()) {
            throw new IllegalArgumentException(
                    noLayout
                            ? "a record before its layout"
                            : "reducer " + reducer + " of " + spec.reducers() + " in " + spec.shuffle());
        }
        try {
            ReducerWriter.checkLength(length);
            drain();
            Lane taken = takeUpLayout();
            memory.settleEntries(chunks);
            put(taken, reducer, bytes, offset, length);
            records++;
            if (memory.usedBytes() >= stageFrom) {
                stage();
            }
        } catch (IOException | RuntimeException | Error e) {
            state = State.FAILED;
            throw e;
        }
    }

    /** From now on rows are staged, unless there is no memory for it. */
    private void stage() throws IOException {
        stageFrom = Long.MAX_VALUE;
        if (memory.acquire(RowStage.memoryBytes(spec.reducers()))) {
            stage = new RowStage(spec.reducers());
        }
    }

    /** Puts staged rows where they belong. */
    private void drain() throws IOException {
        RowStage rowStage = stage;
        Lane taken = lane;
        if (rowStage != null && taken != null) {
            @Nullable ReducerBuffer[] buffers = taken.byReducer();
            rowStage.drain((reducer, bytes, offset, length) -> {
                if (!add(buffers[reducer], bytes, offset, length)) {
                    memory.settleEntries(chunks);
                    put(taken, reducer, bytes, offset, length);
                }
            });
        }
    }

    /** The lane of the announced layout, now that a row has it. */
    private Lane takeUpLayout() throws IOException {
        Lane taken = lane;
        if (announced != null || taken == null) {
            taken = laneOf(layouts.numberOf(Objects.requireNonNull(announced)));
            lane = taken;
            current = taken.byReducer();
            announced = null;
        }
        return taken;
    }

    private Lane laneOf(int layout) throws IOException {
        for (Lane candidate : lanes) {
            if (candidate.layout() == layout) {
                return candidate;
            }
        }
        if (lanes.size() < MAX_LANES) {
            Lane added = new Lane(spec.reducers(), layout);
            lanes.add(added);
            return added;
        }
        Lane reused = lanes.get(layout % MAX_LANES);
        for (int reducer = 0; reducer < spec.reducers(); reducer++) {
            seal(reused, reducer);
        }
        reused.begin(layout);
        return reused;
    }

    private void put(Lane taken, int reducer, byte[] bytes, int offset, int length) throws IOException {
        ReducerBuffer buffer = taken.of(reducer);
        if (!buffer.takes(length, chunkBytes)) {
            seal(taken, reducer);
        }
        boolean hasRoom = length <= buffer.capacity() - buffer.filled();
        boolean fits = length <= chunkBytes && (hasRoom || grow(buffer, length));
        if (!fits || !buffer.add(bytes, offset, length)) {
            writeAlone(taken, reducer, bytes, offset, length);
        }
    }

    /** Makes room for a row; false if there is no memory for that, and then the buffer is empty. */
    private boolean grow(ReducerBuffer buffer, int length) throws IOException {
        while (true) {
            int old = buffer.capacity();
            int capacity = buffer.capacityFor(length, chunkBytes);
            int more = capacity - old;
            if (memory.reserve(more)) {
                if (buffer.capacity() == old) {
                    buffer.grow(capacity);
                    return true;
                }
                memory.free(more); // acquiring wrote this buffer out
            } else if (memory.usedBytes() > 0) {
                spillAll();
            } else {
                return false;
            }
        }
    }

    /** Makes a chunk of what is buffered, and keeps it in memory if there is some. */
    private void seal(Lane sealed, int reducer) throws IOException {
        ReducerBuffer buffer = sealed.filled(reducer);
        if (buffer == null) {
            return;
        }
        ChunkEntry entry = scratch.encode(encoder, sealed.layout(), buffer);
        buffer.clear();
        chunks++;
        Segment segment = segmentOf(reducer);
        long bytes = Segment.keptBytes(entry);
        if (memory.reserve(bytes)) { // this may write out the segment, but not what is in the scratch
            segment.keep(entry, scratch.copy());
            keptBytes += bytes;
            return;
        }
        FileAppender out = sink.begin(reducer);
        int run = writeKept(segment, out);
        byte[] chunk = scratch.copy();
        out.write(chunk, 0, chunk.length);
        segment.wrote(entry);
        segment.endRun(run + 1);
        sink.end();
    }

    private Segment segmentOf(int reducer) {
        Segment segment = segments[reducer];
        if (segment == null) {
            segment = new Segment();
            segments[reducer] = segment;
        }
        return segment;
    }

    /** Writes a row that no buffer has room for, behind all that its reducer got before. */
    private void writeAlone(Lane taken, int reducer, byte[] bytes, int offset, int length) throws IOException {
        Segment segment = segmentOf(reducer);
        FileAppender out = sink.begin(reducer);
        int run = writeKept(segment, out) + writeBuffered(segment, reducer, out);
        segment.wrote(encoder.encode(out, taken.layout(), bytes, offset, length, 1));
        segment.endRun(run + 1);
        sink.end();
        chunks++;
    }

    private int writeKept(Segment segment, FileAppender out) throws IOException {
        long bytes = segment.keptBytes();
        int count = segment.beginRun(out);
        keptBytes -= bytes;
        memory.free(bytes);
        return count;
    }

    /** Writes what is buffered of a reducer; the buffers' memory stays theirs. */
    private int writeBuffered(Segment segment, int reducer, FileAppender out) throws IOException {
        int count = 0;
        for (Lane each : lanes) {
            ReducerBuffer buffer = each.filled(reducer);
            if (buffer != null) {
                segment.wrote(encoder.encode(out, each.layout(), buffer.bytes(), 0, buffer.filled(), buffer.records()));
                buffer.clear();
                count++;
            }
        }
        chunks += count;
        return count;
    }

    /** Spills only when that gives memory back: the kept chunks if they are worth it, else all. */
    @Override
    public long spill(long wantedBytes) throws IOException {
        if (state != State.OPEN || !memory.canShrink()) {
            return 0;
        }
        return writeOut(keptBytes < Math.max(wantedBytes, memory.usedBytes() / 2));
    }

    private void spillAll() throws IOException {
        writeOut(true);
    }

    /**
     * Writes out the kept chunks of each reducer, and what is buffered too if {@code whole}.
     *
     * @return the bytes released
     */
    private long writeOut(boolean whole) throws IOException {
        state = State.BUSY;
        try {
            long spilledRecords = 0;
            long spilledBytes = 0;
            for (int reducer = 0; reducer < spec.reducers(); reducer++) {
                long buffered = whole ? bufferedRecords(reducer) : 0;
                Segment segment = segments[reducer];
                if (buffered > 0 || (segment != null && segment.keepsAny())) {
                    segment = segmentOf(reducer);
                    spilledRecords += buffered + segment.keptRecords();
                    spilledBytes += writeOut(segment, reducer, whole);
                }
            }
            if (spilledRecords > 0) {
                context.counters().addSpill(spilledRecords, spilledBytes);
            }
            if (whole) {
                lanes.forEach(Lane::drop);
                memory.freeAll();
            }
            long freed = memory.shrink();
            state = State.OPEN;
            return freed;
        } finally {
            if (state == State.BUSY) {
                state = State.FAILED;
            }
        }
    }

    private long writeOut(Segment segment, int reducer, boolean whole) throws IOException {
        FileAppender out = sink.begin(reducer);
        long start = out.position();
        int run = writeKept(segment, out);
        if (whole) {
            run += writeBuffered(segment, reducer, out);
        }
        segment.endRun(run);
        long bytes = out.position() - start;
        sink.end();
        return bytes;
    }

    private long bufferedRecords(int reducer) {
        long buffered = 0;
        for (Lane each : lanes) {
            ReducerBuffer buffer = each.filled(reducer);
            buffered += buffer == null ? 0 : buffer.records();
        }
        return buffered;
    }

    /**
     * Takes no more rows. From now on each reducer's are taken, once, by {@link #store} or {@link #moveTo}.
     *
     * @throws IllegalStateException if it has failed or ended
     */
    public void end() throws IOException {
        checkOpen();
        drain();
        state = State.ENDED;
        current = null;
    }

    /**
     * Writes what memory still holds of a reducer to the sink.
     *
     * @return all its chunks, which lie one after the other where the sink put them
     */
    public IndexRow store(int reducer) throws IOException {
        Segment segment = segments[reducer];
        if (bufferedRecords(reducer) > 0 || (segment != null && segment.keepsAny())) {
            segment = segmentOf(reducer);
            writeOut(segment, reducer, true);
        }
        return segment == null ? IndexRow.empty() : segment.row();
    }

    /**
     * Moves what a reducer got to a data file.
     *
     * @param written what the sink wrote to, the same file for all reducers; null if it was never begun
     */
    public void moveTo(ReducerWriter out, int reducer, @Nullable ReadableFile written) throws IOException {
        Segment segment = segments[reducer];
        if (segment != null) {
            segment.moveTo(out, written);
        }
        for (Lane each : lanes) {
            ReducerBuffer buffer = each.filled(reducer);
            if (buffer != null) {
                out.chunk(each.layout(), buffer.bytes(), 0, buffer.filled(), buffer.records());
                buffer.drop();
            }
        }
    }

    /** For the data file that everything is moved to, after {@link #end}. */
    public ReducerWriter writerTo(ShuffleCommit commit) {
        return new ReducerWriter(commit.data(), encoder);
    }

    /** How many rows it took. */
    public long records() {
        return records;
    }

    /** The layouts that rows had, by the numbers that chunks have. */
    public List<RecordLayout> layouts() {
        return layouts.layouts();
    }

    /** Gives back memory and native buffers; the files are their owner's. Idempotent. */
    @Override
    public void close() {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            current = null;
            lane = null;
            stage = null;
            lanes.clear();
            Arrays.fill(segments, null);
            encoder.close();
            memory.close();
        }
    }

    private void checkOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the " + name + " of " + context.attempt() + " is "
                    + state.name().toLowerCase(Locale.ROOT));
        }
    }
}
