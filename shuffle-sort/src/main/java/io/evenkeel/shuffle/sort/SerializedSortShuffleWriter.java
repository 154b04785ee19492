package io.evenkeel.shuffle.sort;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.ChunkEncoder;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.LayoutTable;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.shuffle.format.ShuffleCommit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps encoded records in pages and sorts pointers to them by reducer. What memory doesn't hold is spilled, sorted, and
 * merged at the end by copying chunks; with nothing spilled the records go straight to the data file.
 *
 * <p>Records of one reducer and layout keep the order they came in.
 *
 * <p>Memory: what spilling and committing need, and a first page, is acquired at the start, so that neither acquires
 * anything and a record can always be taken. Further pages and pointers are acquired as they grow. Acquiring can call
 * {@link #spill} on this very writer; nothing that was looked at before is relied on after.
 *
 * <p>Confined to the task's thread. After a failure it can only be aborted.
 */
final class SerializedSortShuffleWriter implements ShuffleWriter, MemoryConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(SerializedSortShuffleWriter.class);
    private static final int NO_LAYOUT = -1;

    private enum State {
        OPEN,
        BUSY,
        FAILED,
        COMMITTED,
        ABORTED
    }

    private final ShuffleSpec spec;
    private final MapIndex map;
    private final ShuffleWriteContext context;
    private final AttemptFiles files;
    private final LayoutTable layouts = new LayoutTable();
    private final LayoutPages pages = new LayoutPages();
    private final PointerArray pointers = new PointerArray();
    private final ChunkEncoder encoder;
    private final byte[] dataBuffer;
    private final ChunkSpills spills;
    private final long fixedBytes;
    private long heldBytes;
    private State state = State.OPEN;
    private @Nullable RecordLayout announced;
    private int layout = NO_LAYOUT;
    private long records;

    private SerializedSortShuffleWriter(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) {
        this.spec = spec;
        this.map = map;
        this.context = context;
        this.files = new AttemptFiles(context.files());
        this.fixedBytes = fixedBytes(context.settings());
        this.encoder = new ChunkEncoder(context.settings());
        this.dataBuffer = new byte[ShuffleCommit.bufferBytes(context.settings())];
        this.spills = new ChunkSpills(spec, map, context, files, encoder, dataBuffer);
    }

    static SerializedSortShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context)
            throws IOException {
        SerializedSortShuffleWriter writer = new SerializedSortShuffleWriter(spec, map, context);
        try {
            context.memory().require(writer.fixedBytes, writer);
            writer.heldBytes = writer.fixedBytes;
            return writer;
        } catch (IOException | RuntimeException e) {
            writer.abort(e);
            throw e;
        }
    }

    private static long fixedBytes(ShuffleSettings settings) {
        return ChunkEncoder.memoryBytes(settings)
                + ShuffleCommit.bufferBytes(settings)
                + ShuffleCommit.memoryBytes()
                + ChunkSpills.memoryBytes()
                + PointerArray.memoryBytes(PointerArray.INITIAL_CAPACITY)
                + LayoutPages.MIN_PAGE_BYTES;
    }

    @Override
    public String name() {
        return "serialised sorter";
    }

    @Override
    public void layout(RecordLayout newLayout) {
        checkOpen();
        announced = newLayout;
    }

    /** Takes up the announced layout now that a record has it. */
    private void select(RecordLayout newLayout) throws IOException {
        layout = layouts.numberOf(newLayout);
        if (pages.isCrowded(layout)) {
            spillAll();
        }
        pages.select(layout);
        announced = null;
    }

    @Override
    public void write(int reducer, byte[] bytes, int offset, int length) throws IOException {
        checkOpen();
        Objects.checkFromIndexSize(offset, length, bytes.length);
        boolean noLayout = layout == NO_LAYOUT && announced == null;
        if (noLayout || reducer < 0 || reducer >= spec.reducers()) {
            throw new IllegalArgumentException(
                    noLayout
                            ? "a record before its layout"
                            : "reducer " + reducer + " of " + spec.reducers() + " in " + spec.shuffle());
        }
        try {
            if (announced != null) {
                select(announced);
            }
            if (!pointers.hasRoom()) {
                growPointers();
            }
            if (pages.hasRoom(length) || makeRoom(length)) {
                int page = pages.filling();
                pointers.add(PackedPointers.pack(reducer, page, pages.put(bytes, offset, length)));
            } else {
                writeLarge(reducer, bytes, offset, length);
            }
            records++;
        } catch (IOException | RuntimeException | Error e) {
            state = State.FAILED;
            throw e;
        }
    }

    /** Doubles the pointers, or spills if there is no memory for that. Either way there is room afterwards. */
    private void growPointers() throws IOException {
        int capacity = pointers.nextCapacity();
        long wanted = PointerArray.memoryBytes(capacity);
        boolean granted = capacity > pointers.capacity() && acquire(wanted);
        if (pointers.hasRoom()) { // acquiring spilled
            release(granted ? wanted : 0);
        } else if (granted) {
            long old = PointerArray.memoryBytes(pointers.capacity());
            pointers.grow(capacity);
            release(old);
        } else {
            spillAll();
        }
    }

    /** Gets a page for records of this length; false if they are too large for one, or there is no memory. */
    private boolean makeRoom(int length) throws IOException {
        if (pages.isFull()) {
            spillAll();
        }
        if (pages.isLarge(length)) {
            return false;
        }
        if (pages.count() > 0) {
            int size = pages.pageBytes();
            if (acquire(size)) {
                pages.addPage(size);
                return true;
            }
            spillAll();
            if (pages.isLarge(length)) {
                return false;
            }
        }
        pages.addPage(LayoutPages.MIN_PAGE_BYTES); // the fixed memory has room for it
        return true;
    }

    /** Gives a record a page of its own, or a spill of its own if memory has no place for it. */
    private void writeLarge(int reducer, byte[] bytes, int offset, int length) throws IOException {
        ReducerWriter.checkLength(length);
        if (acquire(length)) {
            pointers.add(PackedPointers.pack(reducer, pages.putAlone(bytes, offset, length), 0));
            return;
        }
        spillAll(); // what came before has to stay before
        spillSource(new SingleRecord(reducer, layout, bytes, offset, length));
    }

    private boolean acquire(long bytes) throws IOException {
        long granted = context.memory().acquire(bytes, this);
        heldBytes += granted;
        if (granted == bytes) {
            return true;
        }
        release(granted);
        return false;
    }

    private void release(long bytes) {
        heldBytes -= bytes;
        context.memory().release(bytes, this);
    }

    /** Spills only when that gives memory back: the fixed part stays. */
    @Override
    public long spill(long wantedBytes) throws IOException {
        if (state != State.OPEN || heldBytes <= fixedBytes) {
            return 0;
        }
        return spillAll();
    }

    /** Writes out all records in memory; returns the bytes released. */
    private long spillAll() throws IOException {
        if (pointers.count() > 0) {
            spillSource(new SortedPages(pages, pointers));
        }
        pages.reset();
        pointers.reset();
        long freed = heldBytes - fixedBytes;
        release(freed);
        return freed;
    }

    private void spillSource(ReducerSource source) throws IOException {
        state = State.BUSY;
        try {
            spills.add(source);
            state = State.OPEN;
        } finally {
            if (state == State.BUSY) {
                state = State.FAILED;
            }
        }
    }

    @Override
    public MapOutput commit() throws IOException {
        checkOpen();
        state = State.BUSY;
        try {
            ShuffleCommit commit = new ShuffleCommit(spec, map, context, files, dataBuffer);
            List<ReducerSource> sources = new ArrayList<>(spills.open());
            sources.add(new SortedPages(pages, pointers));
            ReducerSource merged = sources.size() == 1 ? sources.get(0) : new MergedSources(sources);
            ReducerWriter out = new ReducerWriter(commit.data(), encoder);
            for (int reducer = 0; reducer < spec.reducers(); reducer++) {
                if (merged.reducer() == reducer) {
                    merged.write(out);
                    commit.row(out.finish());
                } else {
                    commit.row(IndexRow.empty());
                }
            }
            MapOutput output = commit.commit(records, layouts.layouts());
            state = State.COMMITTED;
            end(null);
            return output;
        } catch (IOException | RuntimeException | Error e) {
            if (state == State.BUSY) {
                state = State.FAILED;
            }
            abort(e);
            throw e;
        }
    }

    @Override
    public void abort(Throwable cause) {
        if (state != State.COMMITTED && state != State.ABORTED) {
            state = State.ABORTED;
            end(cause);
        }
    }

    /** Gives back everything: memory, native buffers, files. */
    private void end(@Nullable Throwable cause) {
        pages.reset();
        pointers.reset();
        release(heldBytes);
        encoder.close();
        List<Exception> failures = files.discard(cause);
        if (cause == null) {
            failures.forEach(failure -> LOG.warn("{}: cannot remove a spill file", context.attempt(), failure));
        }
    }

    private void checkOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the shuffle writer of " + context.attempt() + " is "
                    + state.name().toLowerCase(Locale.ROOT));
        }
    }
}
