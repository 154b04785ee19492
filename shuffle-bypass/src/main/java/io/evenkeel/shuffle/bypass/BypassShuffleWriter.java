package io.evenkeel.shuffle.bypass;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.shuffle.format.ShuffleCommit;
import io.evenkeel.shuffle.segment.SegmentedRows;
import io.evenkeel.storage.ReadableFile;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers each reducer's rows in a segment of its own, and puts the segments one after the other into one data file at the
 * end, as they are. What memory doesn't hold of them waits in a temporary file.
 *
 * <p>Rows of one reducer and layout keep the order they came in.
 *
 * <p>Confined to the task's thread. After a failure it can only be aborted.
 */
final class BypassShuffleWriter implements ShuffleWriter {

    private static final Logger LOG = LoggerFactory.getLogger(BypassShuffleWriter.class);

    private final ShuffleSpec spec;
    private final MapIndex map;
    private final ShuffleWriteContext context;
    private final AttemptFiles files;
    private final byte[] fileBuffer;
    private final TemporarySegments written;
    private final SegmentedRows rows;
    private boolean ended;

    private BypassShuffleWriter(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        this.spec = spec;
        this.map = map;
        this.context = context;
        this.files = new AttemptFiles(context.files());
        this.fileBuffer = new byte[ShuffleCommit.bufferBytes(context.settings())];
        String name = ShuffleCommit.fileName(spec, map, context) + ".segments.tmp";
        this.written = new TemporarySegments(name, context.directories(), files, fileBuffer);
        this.rows = SegmentedRows.open("bypass writer", spec, context, written);
    }

    static BypassShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        return new BypassShuffleWriter(spec, map, context);
    }

    @Override
    public void layout(RecordLayout layout) {
        rows.layout(layout);
    }

    @Override
    public void write(int reducer, byte[] bytes, int offset, int length) throws IOException {
        rows.write(reducer, bytes, offset, length);
    }

    @Override
    public MapOutput commit() throws IOException {
        rows.end();
        try {
            ReadableFile source = written.open();
            ShuffleCommit commit = new ShuffleCommit(spec, map, context, files, fileBuffer);
            ReducerWriter out = rows.writerTo(commit);
            for (int reducer = 0; reducer < spec.reducers(); reducer++) {
                rows.moveTo(out, reducer, source);
                commit.row(out.finish());
            }
            MapOutput output = commit.commit(rows.records(), rows.layouts());
            end(null);
            return output;
        } catch (IOException | RuntimeException | Error e) {
            abort(e);
            throw e;
        }
    }

    @Override
    public void abort(Throwable cause) {
        end(cause);
    }

    private void end(@Nullable Throwable cause) {
        if (ended) {
            return;
        }
        ended = true;
        rows.close();
        List<Exception> failures = files.discard(cause);
        if (cause == null) {
            failures.forEach(failure -> LOG.warn("{}: cannot remove its segments", context.attempt(), failure));
        }
    }
}
