package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.read.Chunk;
import io.evenkeel.shuffle.read.ShuffleBlockReader;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.stats.TaskMetrics;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every shuffle writer has to do. A writer's test extends it. */
public abstract class ShuffleWriterContract {

    /** Memory that is enough for every test's records. */
    protected static final long PLENTY = 512L << 20;

    @TempDir
    protected Path root;

    protected abstract ShuffleWriterFactory factory();

    /** How many files an output has of which so many reducers get something. */
    protected int filesOf(int reducers) {
        return 2;
    }

    /** The most reducers that it is asked for. */
    protected int mostReducers() {
        return 20_000;
    }

    /** The most reducers of a random test; fewer where each is a file, since making files takes long. */
    protected int usualReducers() {
        return 1_000;
    }

    /** The test class's name, for the line that replays a seed. */
    private String replay(String method) {
        return getClass().getSimpleName() + "#" + method;
    }

    @Test
    void writesAnyNumberOfReducers() {
        Seeds.each(replay("writesAnyNumberOfReducers"), 1, seed -> {
            Random random = new Random(seed);
            for (int reducers : new int[] {1, 2, 8, usualReducers(), mostReducers()}) {
                assertRoundTrip(
                        reducers,
                        randomRecords(random, Math.min(5_000, 5 * usualReducers()), reducers, 60),
                        ShuffleBench.settings(Compression.LZ4, 4096, 8192));
            }
        });
    }

    /** SPARK-9452, SPARK-9453: no record is too large for a page. CELEBORN-626: nor just fits a buffer. */
    @Test
    void writesRecordsOfSizesAroundEveryLimit() {
        Seeds.each(replay("writesRecordsOfSizesAroundEveryLimit"), 1, seed -> {
            Random random = new Random(seed);
            for (Compression compression : Compression.values()) {
                List<TestRecord> records = new ArrayList<>();
                for (int limit : new int[] {0, 16, 4096, 1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 20, 1 << 22}) {
                    for (int off = -9; off <= 5; off++) {
                        if (limit + off >= 0) {
                            records.add(TestRecord.random(TestRecord.A, random.nextInt(3), limit + off, random));
                        }
                    }
                }
                Collections.shuffle(records, random);
                assertRoundTrip(3, records, ShuffleBench.settings(compression, 1 << 16, 1 << 15));
            }
        });
    }

    @Test
    void writesHugeRecordsAmongSmallOnes() throws IOException {
        Random random = new Random(1);
        List<TestRecord> records = new ArrayList<>(randomRecords(random, 1_000, 4, 1));
        records.add(TestRecord.random(TestRecord.A, 2, hugeRecordBytes(), random));
        records.addAll(randomRecords(random, 1_000, 4, 1));
        assertRoundTrip(4, records, ShuffleBench.settings(Compression.LZ4, 1 << 16, 1 << 15));
    }

    /** Whether records as large as a page are kept until memory is short; otherwise they go to their file as they come. */
    protected boolean spillsLargeRecords() {
        return true;
    }

    /** More than an int counts, in one block, and so in one partition. */
    @Test
    @Tag("slow")
    void writesABlockOfMoreThanTwoGigabytes() throws IOException {
        int length = 1 << 20;
        int count = (int) ((1L << 31) / length) + 10;
        ShuffleSettings settings = ShuffleBench.settings(Compression.NONE, 1 << 20, 1 << 15);
        try (ShuffleBench bench = new ShuffleBench(
                root, factory(), 3, settings, smallMemory(length) + (64 << 20), new LocalBlockFiles())) {
            MapStatus status;
            try (Attempt task = bench.begin(0, 0)) {
                for (int i = 0; i < count; i++) {
                    task.write(TestRecord.random(TestRecord.A, 1, length, new Random(i)));
                }
                status = task.commit();
                assertThat(task.spills() > 1).as("spills").isEqualTo(spillsLargeRecords());
            }
            int read = 0;
            try (ShuffleBlockReader reader = bench.reader(1, List.of(status), new TaskCounters())) {
                for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                    for (ByteBuffer record : TestRecord.split(chunk.bytes(), chunk.length())) {
                        TestRecord written = TestRecord.random(TestRecord.A, 1, length, new Random(read++));
                        assertThat(record.equals(written.bytes()))
                                .as("record %d", read - 1)
                                .isTrue();
                    }
                }
            }
            assertThat(read).isEqualTo(count);
            assertThat(status.sizes().bytes(1)).isGreaterThan(Integer.MAX_VALUE);
        }
    }

    @Test
    void writesEverythingToOneReducer() throws IOException {
        Random random = new Random(2);
        List<TestRecord> records = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            records.add(TestRecord.random(TestRecord.A, 150, random.nextInt(30), random));
        }
        assertRoundTrip(200, records, ShuffleBench.settings(Compression.ZSTD, 1024, 8192));
    }

    @Test
    void writesNothing() throws IOException {
        try (ShuffleBench bench = bench(7, Compression.LZ4, PLENTY, FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            MapOutput output = task.writer().commit();
            assertThat(output.reducerBytes()).containsOnly(0).hasSize(7);
            assertThat(output.reducerRecords()).containsOnly(0).hasSize(7);
            bench.read(List.of(task.status(output))).assertSame(new Contents());
        }
    }

    /** Records of no bytes at all: only their number says that they are there. */
    @Test
    void writesRecordsWithoutBytes() throws IOException {
        for (Compression compression : Compression.values()) {
            try (ShuffleBench bench = bench(3, compression, PLENTY, FaultyBlockFiles.counting());
                    Attempt task = bench.begin(0, 0)) {
                task.writer().layout(TestRecord.A);
                for (int i = 0; i < 1_000; i++) {
                    task.writer().write(i % 2, new byte[5], 5, 0);
                }
                MapOutput output = task.writer().commit();
                assertThat(output.reducerRecords()).containsExactly(500, 500, 0);
                try (ShuffleBlockReader reader = bench.reader(1, List.of(task.status(output)), new TaskCounters())) {
                    Chunk chunk = reader.next();
                    assertThat(chunk).isNotNull();
                    assertThat(chunk.length()).isZero();
                    assertThat(chunk.records()).isEqualTo(500);
                    assertThat(reader.next()).isNull();
                }
            }
        }
    }

    @Test
    void keepsLayoutsApart() {
        Seeds.each(replay("keepsLayoutsApart"), 4, seed -> {
            Random random = new Random(seed);
            List<TestRecord> records = new ArrayList<>();
            int run = 1 + random.nextInt(50);
            for (int i = 0; i < 4_000; i++) {
                RecordLayout layout = i / run % 2 == 0 ? TestRecord.A : TestRecord.B;
                records.add(TestRecord.random(layout, random.nextInt(10), random.nextInt(20), random));
            }
            assertRoundTrip(10, records, ShuffleBench.settings(Compression.LZ4, 4096, 8192));
        });
    }

    @Test
    void reportsTheLayoutsThatRecordsHave() throws IOException {
        try (ShuffleBench bench = bench(2, Compression.LZ4, PLENTY, FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            ShuffleWriter writer = task.writer();
            writer.layout(new RecordLayout("said", "but never used"));
            writer.layout(TestRecord.B);
            writer.write(1, new byte[3], 0, 3);
            writer.layout(new RecordLayout("also", "never used"));
            writer.layout(TestRecord.A);
            writer.write(1, new byte[3], 0, 3);
            writer.layout(TestRecord.B);
            writer.write(0, new byte[3], 0, 3);
            assertThat(writer.commit().layouts()).containsExactlyInAnyOrder(TestRecord.A, TestRecord.B);
        }
    }

    @Test
    void takesAnyNumberOfLayouts() throws IOException {
        Random random = new Random(3);
        List<TestRecord> records = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            RecordLayout layout = new RecordLayout("key " + random.nextInt(150), "value");
            records.add(TestRecord.random(layout, random.nextInt(5), random.nextInt(20), random));
        }
        assertRoundTrip(5, records, ShuffleBench.settings(Compression.LZ4, 4096, 8192));
    }

    @Test
    void writesAnythingRandomLikeTheOracle() {
        Seeds.each(replay("writesAnythingRandomLikeTheOracle"), 25, seed -> {
            Random random = new Random(seed);
            int reducers = 1 + random.nextInt(random.nextBoolean() ? 10 : usualReducers());
            int longest = random.nextBoolean() ? 20 : 5_000;
            Compression compression = List.of(Compression.values()).get(random.nextInt(3));
            ShuffleSettings settings =
                    ShuffleBench.settings(compression, 64 << random.nextInt(11), 1024 << random.nextInt(6));
            assertRoundTrip(reducers, randomRecords(random, random.nextInt(5_000), reducers, longest), settings);
        });
    }

    @Test
    void countsWhatItWrote() throws IOException {
        try (ShuffleBench bench = bench(5, Compression.LZ4, PLENTY, FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            task.writeAll(randomRecords(new Random(4), 1_234, 5, 50));
            MapOutput output = task.writer().commit();
            TaskMetrics metrics = task.counters().snapshot(0);
            assertThat(metrics.shuffleRecordsWritten()).isEqualTo(1_234);
            assertThat(Arrays.stream(output.reducerRecords()).sum()).isEqualTo(1_234);
            assertThat(metrics.shuffleBytesWritten())
                    .isEqualTo(Arrays.stream(output.reducerBytes()).sum())
                    .isPositive();
        }
    }

    @Test
    void leavesDataAndIndexFilesOnly() throws IOException {
        try (ShuffleBench bench = bench(5, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
            bench.write(0, 0, randomRecords(new Random(5), 1_000, 4, 50));
            assertThat(bench.filesNow())
                    .hasSize(filesOf(4))
                    .allMatch(path -> !path.toString().endsWith(".tmp"));
        }
    }

    @Test
    void abortLeavesNothing() {
        Seeds.each(replay("abortLeavesNothing"), 10, seed -> {
            Random random = new Random(seed);
            FaultyBlockFiles files = FaultyBlockFiles.counting();
            try (ShuffleBench bench = bench(50, Compression.ZSTD, smallMemory(), files)) {
                try (Attempt task = bench.begin(0, 0)) {
                    task.writer();
                    task.writeAll(randomRecords(random, random.nextInt(20_000), 50, 100));
                    task.abort(new IOException("the user's function failed"));
                    task.abort(new IOException("again"));
                }
                assertThat(bench.filesNow()).isEmpty();
                assertThat(files.open()).isZero();
                assertThat(bench.heldBytes()).isZero();
            }
        });
    }

    /** CELEBORN-890: what comes after the commit is refused, not taken and lost. */
    @Test
    void endsOnce() throws IOException {
        try (ShuffleBench bench = bench(2, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
            List<TestRecord> records = randomRecords(new Random(6), 100, 2, 50);
            MapStatus status;
            try (Attempt task = bench.begin(0, 0)) {
                task.writeAll(records);
                status = task.commit();
                assertThatThrownBy(() -> task.writer().commit()).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> task.write(records.get(0))).isInstanceOf(IllegalStateException.class);
                task.abort(new IOException("too late"));
            }
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
            try (Attempt task = bench.begin(1, 0)) {
                task.writeAll(records);
                task.abort(new IOException("on purpose"));
                assertThatThrownBy(() -> task.writer().commit()).isInstanceOf(IllegalStateException.class);
            }
            bench.assertOnlyFilesOf(status);
        }
    }

    @Test
    void refusesWrongCalls() throws IOException {
        try (ShuffleBench bench = bench(2, Compression.LZ4, PLENTY, FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            ShuffleWriter writer = task.writer();
            assertThatThrownBy(() -> writer.write(0, new byte[1], 0, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("layout");
            writer.layout(TestRecord.A);
            for (int reducer : new int[] {-1, 2, Integer.MAX_VALUE}) {
                assertThatThrownBy(() -> writer.write(reducer, new byte[1], 0, 1))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(String.valueOf(reducer));
            }
            assertThatThrownBy(() -> writer.write(0, new byte[1], 1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(writer.commit().reducerRecords()).containsOnly(0);
        }
    }

    /** SPARK-7308, SPARK-8029: whatever two attempts do and in whatever order, an output is always one attempt's. */
    @Test
    void attemptsOfOneMapNeverMix() {
        Seeds.each(replay("attemptsOfOneMapNeverMix"), 20, seed -> {
            Random random = new Random(seed);
            try (ShuffleBench bench = bench(4, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
                List<List<TestRecord>> written = List.of(
                        randomRecords(random, 200, 4, 50),
                        randomRecords(random, 300, 4, 50),
                        randomRecords(random, 250, 4, 50));
                List<MapStatus> committed = new ArrayList<>();
                List<Integer> who = new ArrayList<>();
                List<Integer> steps = new ArrayList<>();
                IntStream.range(0, 3).forEach(attempt -> steps.addAll(Collections.nCopies(3, attempt)));
                Collections.shuffle(steps, random);
                int[] done = new int[3];
                List<Attempt> tasks = List.of(bench.begin(0, 0), bench.begin(0, 1), bench.begin(0, 2));
                for (int attempt : steps) {
                    Attempt task = tasks.get(attempt);
                    List<TestRecord> records = written.get(attempt);
                    switch (done[attempt]++) {
                        case 0 -> task.writeAll(records.subList(0, 100));
                        case 1 -> task.writeAll(records.subList(100, records.size()));
                        default -> {
                            if (attempt == 2) {
                                task.abort(new IOException("lost"));
                            } else {
                                committed.add(task.commit());
                                who.add(attempt);
                            }
                            task.close();
                        }
                    }
                    for (int i = 0; i < committed.size(); i++) {
                        bench.read(List.of(committed.get(i))).assertSame(Contents.of(0, written.get(who.get(i))));
                    }
                }
                assertThat(committed).hasSize(2);
                bench.assertOnlyFilesOf(committed.get(0), committed.get(1));
            }
        });
    }

    /** An output goes with all its files and nothing of another's. */
    @Test
    void anOutputIsDeletedAlone() throws IOException {
        try (ShuffleBench bench = bench(4, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
            List<TestRecord> first = randomRecords(new Random(17), 500, 3, 50);
            List<TestRecord> second = randomRecords(new Random(18), 700, 4, 50);
            MapStatus one = bench.write(0, 0, first);
            MapStatus other = bench.write(1, 0, second);
            bench.drop(one);
            assertThat(Path.of(one.indexFile())).doesNotExist();
            bench.read(List.of(other)).assertSame(Contents.of(1, second));
            MapStatus again = bench.write(0, 1, first);
            Contents both = Contents.of(0, first);
            both.addAll(Contents.of(1, second));
            bench.read(List.of(again, other)).assertSame(both);
            bench.drop(other);
            bench.read(List.of(again)).assertSame(Contents.of(0, first));
            bench.drop(again);
            assertThat(bench.filesNow()).isEmpty();
        }
    }

    /** SPARK-21907: it is asked to spill from inside others' requests, and from inside its own. */
    @Test
    void otherConsumersOfTheTaskMayTakeItsMemory() {
        Seeds.each(replay("otherConsumersOfTheTaskMayTakeItsMemory"), 5, seed -> {
            Random random = new Random(seed);
            FaultyBlockFiles files = FaultyBlockFiles.counting();
            try (ShuffleBench bench = bench(20, Compression.LZ4, smallMemory() * 2, files)) {
                List<TestRecord> records = randomRecords(random, 20_000, 20, 200);
                MapStatus status;
                try (Attempt task = bench.begin(0, 0)) {
                    Greedy other = new Greedy();
                    for (TestRecord record : records) {
                        task.write(record);
                        if (random.nextInt(500) == 0 && other.held < mostForOthers()) {
                            other.held += task.memory().acquire(random.nextInt((int) smallMemory()), other);
                        } else if (random.nextInt(500) == 0) {
                            task.memory().release(other.held, other);
                            other.held = 0;
                        }
                    }
                    status = task.commit();
                    task.memory().release(other.held, other);
                }
                bench.read(List.of(status)).assertSame(Contents.of(0, records));
                assertThat(bench.heldBytes()).isZero();
                assertThat(files.open()).isZero();
            }
        });
    }

    /** Memory that holds but a few records; still enough for the writer to start. */
    protected long smallMemory() {
        return 400 << 10;
    }

    /** The same, for a writer that has to hold a record of this length whole. */
    protected long smallMemory(int longestRecord) {
        return smallMemory();
    }

    /** How much others may have taken when they ask for more; less for a writer that can't do with what it began with. */
    protected long mostForOthers() {
        return Long.MAX_VALUE;
    }

    /** A record that is much larger than the small memory. */
    protected int hugeRecordBytes() {
        return 64 << 20;
    }

    /** The memory that tasks have; a subclass may put pages outside the heap. */
    protected MemoryManager memory(long bytes) {
        return new MemoryManager(bytes);
    }

    protected ShuffleBench bench(int reducers, Compression compression, long memoryBytes, FaultyBlockFiles files)
            throws IOException {
        return new ShuffleBench(
                root, factory(), reducers, ShuffleBench.settings(compression, 4096, 2048), memory(memoryBytes), files);
    }

    /** Whether what was read is what was written; a writer that promises less overrides it. */
    protected void assertSame(Contents read, Contents written) {
        read.assertSame(written);
    }

    /** Writes with much and with little memory, and reads the same back. */
    protected void assertRoundTrip(int reducers, List<TestRecord> records, ShuffleSettings settings)
            throws IOException {
        Contents expected = Contents.of(0, records);
        int longest = records.stream()
                .mapToInt(record -> record.encoded().length)
                .max()
                .orElse(0);
        long halfOfTheBytes =
                records.stream().mapToLong(record -> record.encoded().length).sum() / 2;
        for (long memoryBytes : new long[] {PLENTY, smallMemory(longest)}) {
            FaultyBlockFiles files = FaultyBlockFiles.counting();
            RawQuota raw = memoryBytes == PLENTY ? RawQuota.none() : RawQuota.ofBytes(halfOfTheBytes, 1);
            try (ShuffleBench bench =
                    new ShuffleBench(root, factory(), reducers, settings, memory(memoryBytes), files).leaving(raw)) {
                MapStatus status = bench.write(0, 0, records);
                assertSame(bench.read(List.of(status)), expected);
                assertThat(bench.heldBytes()).isZero();
                assertThat(files.open()).isZero();
                bench.assertOnlyFilesOf(status);
            }
        }
    }

    protected static List<TestRecord> randomRecords(Random random, int count, int reducers, int longest) {
        List<TestRecord> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            records.add(TestRecord.random(TestRecord.A, random.nextInt(reducers), random.nextInt(longest + 1), random));
        }
        return records;
    }

    private static final class Greedy implements MemoryConsumer {

        private long held;

        @Override
        public String name() {
            return "greedy one";
        }

        @Override
        public long spill(long wantedBytes) {
            return 0;
        }
    }
}
