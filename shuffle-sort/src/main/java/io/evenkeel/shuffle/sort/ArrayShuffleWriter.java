package io.evenkeel.shuffle.sort;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.format.LayoutTable;
import io.evenkeel.shuffle.format.ShuffleCommit;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts encoded records into a {@link RecordArray}, and at the end merges what was spilled, by copying chunks, with what
 * is in memory; with nothing spilled the records go straight to the data file.
 *
 * <p>Records of one reducer and layout keep the order they came in.
 *
 * <p>Memory: what spilling and committing need, and a first page, is acquired at the start, so that neither acquires
 * anything and a record can always be taken.
 *
 * <p>Confined to the task's thread. After a failure it can only be aborted.
 */
final class ArrayShuffleWriter implements ShuffleWriter {

    private static final int NO_LAYOUT = -1;

    private final ShuffleSpec spec;
    private final SortAttempt attempt;
    private final LayoutTable layouts = new LayoutTable();
    private final RecordArray array;
    private @Nullable RecordLayout announced;
    private int layout = NO_LAYOUT;

    private ArrayShuffleWriter(
            String name, ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, RecordPointers pointers) {
        this.spec = spec;
        this.attempt = new SortAttempt(spec, map, context);
        this.array = new RecordArray(name, context.memory(), attempt.chunkSpills(), pointers);
    }

    /**
     * Opens the writer of an attempt.
     *
     * @param name what it is called where memory is short
     * @param pointers can tell the reducers apart
     */
    static ArrayShuffleWriter open(
            String name, ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, RecordPointers pointers)
            throws IOException {
        ArrayShuffleWriter writer = new ArrayShuffleWriter(name, spec, map, context, pointers);
        try {
            writer.array.start(writer.attempt.acquire(writer.array.leastBytes(), writer.array));
            return writer;
        } catch (IOException | RuntimeException e) {
            writer.abort(e);
            throw e;
        }
    }

    /** What it puts records into. */
    RecordArray array() {
        return array;
    }

    @Override
    public void layout(RecordLayout newLayout) {
        attempt.checkOpen(array.isOpen());
        announced = newLayout;
    }

    @Override
    public void write(int reducer, byte[] bytes, int offset, int length) throws IOException {
        attempt.checkOpen(array.isOpen());
        Objects.checkFromIndexSize(offset, length, bytes.length);
        boolean noLayout = layout == NO_LAYOUT && announced == null;
        if (noLayout || reducer < 0 || reducer >= spec.reducers()) {
            throw new IllegalArgumentException(
                    noLayout
                            ? "a record before its layout"
                            : "reducer " + reducer + " of " + spec.reducers() + " in " + spec.shuffle());
        }
        if (announced != null) {
            layout = layouts.numberOf(announced);
            announced = null;
        }
        try {
            array.insert(reducer, layout, bytes, offset, length);
        } catch (IOException | RuntimeException | Error e) {
            attempt.fail();
            throw e;
        }
    }

    @Override
    public MapOutput commit() throws IOException {
        attempt.checkOpen(array.isOpen());
        try {
            ShuffleCommit commit = attempt.begin();
            attempt.writeAll(array.sorted(), commit);
            MapOutput committed = attempt.finish(commit, array.records(), layouts.layouts());
            array.close();
            return committed;
        } catch (IOException | RuntimeException | Error e) {
            abort(e);
            throw e;
        }
    }

    @Override
    public void abort(Throwable cause) {
        array.close();
        attempt.abort(cause);
    }
}
