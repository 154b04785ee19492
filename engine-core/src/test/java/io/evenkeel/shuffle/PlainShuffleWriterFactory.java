package io.evenkeel.shuffle;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.ChunkEncoder;
import io.evenkeel.shuffle.format.LayoutTable;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.shuffle.format.ShuffleCommit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A writer that keeps everything in lists, for tests that need some writer: the slow and simple one. */
public final class PlainShuffleWriterFactory implements ShuffleWriterFactory {

    private final String name;

    public PlainShuffleWriterFactory(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Suitability suitability(ShuffleSpec spec) {
        return spec.reducers() > 100_000 ? Suitability.no("too many reducers") : Suitability.yes("simple");
    }

    @Override
    public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) {
        return new PlainShuffleWriter(spec, map, context);
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Entry(int layout, byte[] bytes) {}

    private static final class PlainShuffleWriter implements ShuffleWriter {

        private final ShuffleSpec spec;
        private final MapIndex map;
        private final ShuffleWriteContext context;
        private final AttemptFiles files;
        private final LayoutTable layouts = new LayoutTable();
        private final List<List<Entry>> reducers = new ArrayList<>();
        private RecordLayout layout = new RecordLayout("none", "none");
        private long records;

        PlainShuffleWriter(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) {
            this.spec = spec;
            this.map = map;
            this.context = context;
            this.files = new AttemptFiles(context.files());
            for (int i = 0; i < spec.reducers(); i++) {
                reducers.add(new ArrayList<>());
            }
        }

        @Override
        public void layout(RecordLayout newLayout) {
            layout = newLayout;
        }

        @Override
        public void write(int reducer, byte[] bytes, int offset, int length) {
            reducers.get(reducer)
                    .add(new Entry(layouts.numberOf(layout), Arrays.copyOfRange(bytes, offset, offset + length)));
            records++;
        }

        @Override
        public MapOutput commit() throws IOException {
            byte[] buffer = new byte[ShuffleCommit.bufferBytes(context.settings())];
            ShuffleCommit commit = new ShuffleCommit(spec, map, context, files, buffer);
            try (ChunkEncoder encoder = new ChunkEncoder(context.settings(), context.raw())) {
                ReducerWriter out = new ReducerWriter(commit.data(), encoder);
                for (List<Entry> entries : reducers) {
                    for (Entry entry : entries) {
                        out.record(entry.layout(), entry.bytes(), 0, entry.bytes().length);
                    }
                    commit.row(out.finish());
                }
                return commit.commit(records, layouts.layouts());
            }
        }

        @Override
        public void abort(Throwable cause) {
            files.discard(cause);
        }
    }
}
