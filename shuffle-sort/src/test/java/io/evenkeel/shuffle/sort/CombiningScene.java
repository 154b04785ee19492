package io.evenkeel.shuffle.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.shuffle.FileGroups;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.shuffle.ReducerSizes;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleCombining;
import io.evenkeel.shuffle.ShuffleRecordEncoder;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.read.Chunk;
import io.evenkeel.shuffle.read.ShuffleBlockReader;
import io.evenkeel.sort.SortSettings;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One map task whose rows are combined by the sort writer, with its own memory and disk; sees what is left behind. */
final class CombiningScene implements AutoCloseable {

    /** One record of the output. */
    record Row(int reducer, @Nullable Object key, @Nullable Object combined) {}

    private final CodecRegistry codecs =
            new CodecRegistry(getClass().getClassLoader(), CodecSettings.from(Configuration.empty()));
    private final TaskAttemptId attempt = ShuffleBench.attempt(0, 0);
    private final ShuffleSpec spec;
    private final ShuffleSettings settings = ShuffleBench.settings(ShuffleSettings.Compression.LZ4, 4096, 2048);
    private final FaultyBlockFiles files = FaultyBlockFiles.counting();
    private final TaskCounters counters = new TaskCounters();
    private final LocalDirectories directories;
    private final MemoryManager manager;
    private final TaskMemory memory;
    private final CombiningSortShuffleWriter writer;

    CombiningScene(Path root, int reducers, long memoryBytes, Combiner<Object, Object> combiner) throws IOException {
        spec = new ShuffleSpec(ShuffleBench.SHUFFLE, reducers, true);
        directories = new LocalDirectories(List.of(root), "scene");
        manager = new MemoryManager(memoryBytes);
        memory = manager.forTask(attempt);
        Codec<Object> anything = codecs.tagged();
        writer = CombiningSortShuffleWriter.open(
                spec,
                new MapIndex(0),
                new ShuffleWriteContext(
                        attempt,
                        directories,
                        files,
                        new FileGroups(directories, files),
                        memory,
                        settings,
                        RawQuota.none(),
                        counters),
                new ShuffleCombining(
                        combiner,
                        anything,
                        anything,
                        new Tagged(anything),
                        new SpillContext(
                                attempt,
                                memory,
                                directories,
                                files,
                                counters,
                                new SortSettings(3, ByteSize.ofKib(16), ByteSize.ofKib(2), true, 200))));
    }

    CombiningSortShuffleWriter writer() {
        return writer;
    }

    long spills() {
        return counters.snapshot(0).spills();
    }

    FaultyBlockFiles files() {
        return files;
    }

    /** Somebody else of the task asks for all memory, and gives it back. */
    void takeAllAndGiveBack() throws IOException {
        MemoryConsumer neighbour = new MemoryConsumer() {
            @Override
            public String name() {
                return "neighbour";
            }

            @Override
            public long spill(long wantedBytes) {
                return 0;
            }
        };
        memory.release(memory.acquire(manager.executionBytes(), neighbour), neighbour);
    }

    /** Commits, checks that nothing but the output is left, and reads it. */
    List<Row> commitAndRead() throws Exception {
        MapOutput output = writer.commit();
        assertThat(memory.holders()).isEmpty();
        assertThat(files.open()).isZero();
        assertThat(filesLeft()).hasSize(2);
        MapStatus status = new MapStatus(
                spec.shuffle(),
                new MapIndex(0),
                attempt,
                ShuffleBench.EXECUTOR,
                output.indexFile(),
                output.indexChecksum(),
                output.layouts(),
                ReducerSizes.of(output.reducerBytes(), 1));
        List<Row> rows = new ArrayList<>();
        for (int reducer = 0; reducer < spec.reducers(); reducer++) {
            int before = rows.size();
            read(reducer, status, rows);
            assertThat(output.reducerRecords()[reducer]).isEqualTo(rows.size() - before);
        }
        return rows;
    }

    private void read(int reducer, MapStatus status, List<Row> rows) {
        ByteReader in = new ByteReader();
        try (ShuffleBlockReader reader = new ShuffleBlockReader(
                spec.shuffle(),
                ReducerShare.of(reducer),
                List.of(status),
                executor -> files,
                settings,
                new TaskCounters())) {
            for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                in.reset(chunk.bytes(), 0, chunk.length());
                for (int i = 0; i < chunk.records(); i++) {
                    Object key = codecs.tagged().read(in);
                    rows.add(new Row(reducer, key, codecs.tagged().read(in)));
                }
                assertThat(in.remaining()).isZero();
            }
        }
    }

    /** Fails if an aborted attempt left anything. */
    void assertNothingLeft() throws IOException {
        assertThat(memory.holders()).isEmpty();
        assertThat(files.open()).isZero();
        assertThat(filesLeft()).isEmpty();
    }

    private List<Path> filesLeft() throws IOException {
        try (Stream<Path> all = Files.walk(directories.paths().get(0))) {
            return all.filter(Files::isRegularFile)
                    .filter(path -> !path.endsWith("owner"))
                    .toList();
        }
    }

    @Override
    public void close() {
        memory.close();
        directories.close();
    }

    private static final class Tagged implements ShuffleRecordEncoder {

        private final Codec<Object> codec;
        private boolean adopted;

        Tagged(Codec<Object> codec) {
            this.codec = codec;
        }

        @Override
        public boolean fits(@Nullable Object key, @Nullable Object value) {
            return adopted;
        }

        @Override
        public RecordLayout adopt(@Nullable Object key, @Nullable Object value) {
            adopted = true;
            return new RecordLayout(codec.descriptor(), codec.descriptor());
        }

        @Override
        @SuppressWarnings("NullAway") // it takes null
        public void write(@Nullable Object key, @Nullable Object value, ByteWriter out) {
            codec.write(key, out);
            codec.write(value, out);
        }
    }
}
