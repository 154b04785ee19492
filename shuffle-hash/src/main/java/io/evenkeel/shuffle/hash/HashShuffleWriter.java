package io.evenkeel.shuffle.hash;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.DataFile;
import io.evenkeel.shuffle.format.IndexCommit;
import io.evenkeel.shuffle.format.ShuffleCommit;
import io.evenkeel.shuffle.segment.SegmentedRows;
import java.io.IOException;
import java.util.List;

/**
 * Writes each reducer's rows to a data file of its own, which stays; the index says where in the files this output's chunks
 * are. An attempt that fails deletes the files it made, and cuts those it appended to back to what they were.
 *
 * <p>Rows of one reducer and layout keep the order they came in.
 *
 * <p>Confined to the task's thread. After a failure it can only be aborted.
 */
final class HashShuffleWriter implements ShuffleWriter {

    private final ShuffleSpec spec;
    private final MapIndex map;
    private final ShuffleWriteContext context;
    private final AttemptFiles files;
    private final DataFiles data;
    private final DataFileSink sink;
    private final SegmentedRows rows;
    private boolean ended;

    private HashShuffleWriter(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, DataFiles data)
            throws IOException {
        this.spec = spec;
        this.map = map;
        this.context = context;
        this.data = data;
        this.files = new AttemptFiles(context.files());
        byte[] buffer = new byte[ShuffleCommit.bufferBytes(context.settings())];
        this.sink = new DataFileSink(spec.reducers(), data, files, buffer);
        this.rows = SegmentedRows.open("hash writer", spec, context, sink);
    }

    static HashShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        DataFiles data = context.settings().consolidateFiles()
                ? GroupDataFiles.lease(spec, map, context)
                : OwnDataFiles.of(spec, map, context);
        boolean opened = false;
        try {
            HashShuffleWriter writer = new HashShuffleWriter(spec, map, context, data);
            opened = true;
            return writer;
        } finally {
            if (!opened) {
                data.aborted(true);
            }
        }
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
            IndexCommit index = new IndexCommit(spec, map, context, files, data.index());
            for (int reducer = 0; reducer < spec.reducers(); reducer++) {
                index.row(rows.store(reducer));
            }
            DataFile family = new DataFile(data.family().pattern(), sink.longest());
            MapOutput output = index.commit(List.of(family), rows.records(), rows.layouts());
            ended = true;
            data.committed(sink.release());
            rows.close();
            return output;
        } catch (IOException | RuntimeException | Error e) {
            abort(e);
            throw e;
        }
    }

    @Override
    public void abort(Throwable cause) {
        if (ended) {
            return;
        }
        ended = true;
        rows.close();
        files.discard(cause);
        try {
            data.aborted(!files.isLeft());
        } catch (IOException | RuntimeException e) {
            cause.addSuppressed(e);
        }
    }
}
