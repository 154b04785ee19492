package io.evenkeel.shuffle.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.Suitability;
import io.evenkeel.shuffle.TestRecord;
import io.evenkeel.storage.LocalBlockFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uniffle #1756: rows that are still in a buffer when the task ends. */
final class CommitCountTest {

    @TempDir
    private Path root;

    @Test
    void anOutputThatLacksARecordIsNotCommitted() throws IOException {
        try (ShuffleBench bench = new ShuffleBench(
                        root,
                        new ForgetfulFactory(),
                        3,
                        ShuffleBench.settings(Compression.LZ4, 4096, 2048),
                        1 << 20,
                        new LocalBlockFiles());
                Attempt task = bench.begin(0, 0)) {
            task.write(TestRecord.random(TestRecord.A, 1, 20, new Random(1)));
            assertThatThrownBy(task::commit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was given 1 records")
                    .hasMessageContaining("files have 0");
            task.abort(new IOException("as a task does"));
            assertThat(bench.filesNow()).isEmpty();
        }
    }

    /** Its writers never write out what they take. */
    private static final class ForgetfulFactory implements ShuffleWriterFactory {

        @Override
        public String name() {
            return "forgetful";
        }

        @Override
        public Suitability suitability(ShuffleSpec spec) {
            return Suitability.yes("on purpose");
        }

        @Override
        public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) {
            return new ForgetfulWriter(spec, map, context, new AttemptFiles(context.files()));
        }
    }

    private record ForgetfulWriter(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, AttemptFiles files)
            implements ShuffleWriter {

        @Override
        public void layout(RecordLayout layout) {}

        @Override
        public void write(int reducer, byte[] bytes, int offset, int length) {}

        @Override
        public MapOutput commit() throws IOException {
            ShuffleCommit commit = new ShuffleCommit(spec, map, context, files, new byte[1024]);
            for (int reducer = 0; reducer < spec.reducers(); reducer++) {
                commit.row(IndexRow.empty());
            }
            return commit.commit(1, List.of(TestRecord.A));
        }

        @Override
        public void abort(Throwable cause) {
            files.discard(cause);
        }
    }
}
