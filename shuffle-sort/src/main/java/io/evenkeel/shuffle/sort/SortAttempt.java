package io.evenkeel.shuffle.sort;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.ChunkEncoder;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.shuffle.format.ShuffleCommit;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the writers of one attempt share: its files, the buffers for them, and whether it is still open. One part of it
 * writes at a time: the spills, then the commit.
 *
 * <p>Confined to the task's thread.
 */
final class SortAttempt {

    private static final Logger LOG = LoggerFactory.getLogger(SortAttempt.class);

    private enum State {
        OPEN,
        COMMITTING,
        FAILED,
        COMMITTED,
        ABORTED
    }

    private final ShuffleSpec spec;
    private final MapIndex map;
    private final ShuffleWriteContext context;
    private final AttemptFiles files;
    private final ChunkEncoder encoder;
    private final byte[] dataBuffer;
    private State state = State.OPEN;

    SortAttempt(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) {
        this.spec = spec;
        this.map = map;
        this.context = context;
        this.files = new AttemptFiles(context.files());
        this.encoder = new ChunkEncoder(context.settings(), context.raw());
        this.dataBuffer = new byte[ShuffleCommit.bufferBytes(context.settings())];
    }

    /**
     * Acquires what this takes, and more for the writer, which gives all of it back.
     *
     * @return how much that is
     */
    long acquire(long moreBytes, MemoryConsumer writer) throws IOException {
        return ShuffleCommit.require(
                spec,
                context,
                ChunkEncoder.memoryBytes(context.settings())
                        + ShuffleCommit.bufferBytes(context.settings())
                        + moreBytes,
                writer);
    }

    /** The attempt's files; they are removed when it fails. */
    AttemptFiles files() {
        return files;
    }

    /** Where sorted records are spilled as chunks. */
    ChunkSpills chunkSpills() {
        return new ChunkSpills(spec, map, context, files, encoder, dataBuffer);
    }

    /**
     * Refuses to go on unless all is well.
     *
     * @param intact whether the writer's own structures are
     */
    void checkOpen(boolean intact) {
        if (state != State.OPEN || !intact) {
            State shown = state == State.OPEN ? State.FAILED : state;
            throw new IllegalStateException("the shuffle writer of " + context.attempt() + " is "
                    + shown.name().toLowerCase(Locale.ROOT));
        }
    }

    /** Something went wrong: all that can be done now is to abort. */
    void fail() {
        state = State.FAILED;
    }

    /** Creates the files of the output. */
    ShuffleCommit begin() throws IOException {
        state = State.COMMITTING;
        return new ShuffleCommit(spec, map, context, files, dataBuffer);
    }

    /** Where the reducers' records go. */
    ReducerWriter records(ShuffleCommit commit) {
        return new ReducerWriter(commit.data(), encoder);
    }

    /** Writes what each reducer gets. */
    void writeAll(ReducerSource source, ShuffleCommit commit) throws IOException {
        ReducerWriter out = records(commit);
        for (int reducer = 0; reducer < spec.reducers(); reducer++) {
            if (source.reducer() == reducer) {
                source.write(out);
                commit.row(out.finish());
            } else {
                commit.row(IndexRow.empty());
            }
        }
    }

    /** Makes the output readable; then frees native memory and removes what was spilled. */
    MapOutput finish(ShuffleCommit commit, long records, List<RecordLayout> layouts) throws IOException {
        MapOutput output = commit.commit(records, layouts);
        state = State.COMMITTED;
        end(null);
        return output;
    }

    /** Drops everything, unless it was committed. Idempotent. */
    void abort(Throwable cause) {
        if (state != State.COMMITTED && state != State.ABORTED) {
            state = State.ABORTED;
            end(cause);
        }
    }

    private void end(@Nullable Throwable cause) {
        encoder.close();
        List<Exception> failures = files.discard(cause);
        if (cause == null) {
            failures.forEach(failure -> LOG.warn("{}: cannot remove a spill file", context.attempt(), failure));
        }
    }
}
