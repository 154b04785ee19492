package io.evenkeel.shuffle.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.error.FetchFailedException;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.Contents;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.PlainShuffleWriterFactory;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.TestRecord;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.FaultyBlockFiles.Effect;
import io.evenkeel.storage.LocalBlockFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShuffleBlockReaderTest {

    private static final int REDUCERS = 4;
    private static final ShuffleSettings SETTINGS = ShuffleBench.settings(Compression.LZ4, 512, 2048);

    @TempDir
    Path root;

    private Contents expected = new Contents();
    private final TaskCounters counters = new TaskCounters();

    @Test
    void readsInMapOrderAndCounts() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 40);
            bench.read(statuses).assertSame(expected);
            int last = -1;
            long records = 0;
            try (ShuffleBlockReader reader = bench.reader(2, statuses, counters)) {
                for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                    assertThat(chunk.map().value()).isGreaterThanOrEqualTo(last);
                    last = chunk.map().value();
                    records += chunk.records();
                }
            }
            assertThat(last).isEqualTo(39);
            assertThat(counters.snapshot(0).shuffleRecordsRead()).isEqualTo(records);
            assertThat(counters.snapshot(0).shuffleBytesRead())
                    .isEqualTo(statuses.stream()
                            .mapToLong(status -> status.sizes().bytes(2))
                            .sum());
        }
    }

    @Test
    void opensOneFileAtATimeAndNoneForEmptyBlocks() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 10);
            List<TestRecord> onlyFirst = List.of(TestRecord.random(TestRecord.A, 0, 20, new Random(1)));
            for (int map = 10; map < 30; map++) {
                statuses.add(bench.write(map, 0, onlyFirst));
            }
            FaultyBlockFiles files = FaultyBlockFiles.counting();
            drain(reader(1, statuses, executor -> files));
            assertThat(files.mostOpen()).isEqualTo(1);
            assertThat(files.open()).isZero();
            FaultyBlockFiles tenMaps = FaultyBlockFiles.counting();
            drain(reader(1, statuses.subList(0, 10), executor -> tenMaps));
            assertThat(files.calls()).isEqualTo(tenMaps.calls());
        }
    }

    @Test
    void closesItsFileWhenItIsClosedEarly() throws IOException {
        try (ShuffleBench bench = bench(Compression.ZSTD)) {
            List<MapStatus> statuses = write(bench, 3);
            FaultyBlockFiles files = FaultyBlockFiles.counting();
            ShuffleBlockReader reader = reader(1, statuses, executor -> files);
            assertThat(reader.next()).isNotNull();
            assertThat(files.open()).isEqualTo(1);
            reader.close();
            reader.close();
            assertThatThrownBy(reader::next).isInstanceOf(IllegalStateException.class);
            assertThat(files.open()).isZero();
        }
    }

    /** Failures of any call are made good by reading again as often as the setting says; one more is a fetch failure. */
    @Test
    void triesAgainAsOftenAsItIsTold() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 3);
            int made = 0;
            int failed = 0;
            for (Effect effect : List.of(Effect.NONE, Effect.DONE)) {
                for (int retries : new int[] {0, 1, 3}) {
                    for (int inARow = Math.max(1, retries); inARow <= retries + 1; inARow++) {
                        for (int call = 1; ; call++) {
                            FaultyBlockFiles files = new FaultyBlockFiles(new LocalBlockFiles(), call, inARow, effect);
                            Contents contents = new Contents();
                            try {
                                read(reader(1, statuses, executor -> files, retrying(retries)), 1, contents);
                                contents.assertSame(expectedOf(1));
                                made += files.faults().size();
                            } catch (FetchFailedException e) {
                                failed++;
                                assertThat(inARow).as("failures in a row").isEqualTo(retries + 1);
                                assertThat(e.getCause()).isSameAs(files.faults().get(retries));
                                if (retries > 0) {
                                    assertThat(files.faults().get(retries).getSuppressed())
                                            .contains(files.faults().get(retries - 1));
                                }
                            }
                            assertThat(files.open()).isZero();
                            if (files.faults().isEmpty()) {
                                break;
                            }
                        }
                    }
                }
            }
            System.out.println("ShuffleBlockReaderTest: " + made + " faults made good, " + failed + " fetch failures");
            assertThat(made).isGreaterThan(60);
            assertThat(failed).isGreaterThan(30);
        }
    }

    /** SPARK-34534: what is read again is the block that failed, not the one that was next in line. */
    @Test
    void aBlockReadAgainStandsWhereItBelongs() throws IOException {
        try (ShuffleBench bench = bench(Compression.ZSTD)) {
            List<MapStatus> statuses = write(bench, 5);
            for (int call = 1; call < 40; call++) {
                BlockFiles files = new FaultyBlockFiles(new LocalBlockFiles(), call, 1, Effect.DONE);
                Contents contents = new Contents();
                List<Integer> maps = new ArrayList<>();
                try (ShuffleBlockReader reader = reader(2, statuses, executor -> files, retrying(1))) {
                    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                        maps.add(chunk.map().value());
                        addTo(contents, chunk, 2);
                    }
                }
                assertThat(maps).isSorted();
                contents.assertSame(expectedOf(2));
            }
        }
    }

    /** FLINK-40335: readers share nothing that they write to. */
    @Test
    void manyReadersAtATimeReadWhatIsTheirs() throws Exception {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 8);
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try {
                List<Future<?>> readers = new ArrayList<>();
                for (int i = 0; i < 400; i++) {
                    int reducer = i % REDUCERS;
                    readers.add(
                            threads.submit(() -> bench.read(reducer, statuses).assertSame(expectedOf(reducer))));
                }
                for (Future<?> reader : readers) {
                    reader.get();
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @Test
    void missingExecutorIsAFetchFailureAtOnce() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 2);
            AtomicInteger asked = new AtomicInteger();
            ShuffleBlockReader reader = reader(1, statuses, executor -> {
                asked.incrementAndGet();
                throw new IOException(executor + " is gone");
            });
            FetchFailedException e = catchThrowableOfType(FetchFailedException.class, reader::next);
            assertThat(asked).hasValue(1);
            assertThat(e.shuffle()).isEqualTo(ShuffleBench.SHUFFLE);
            assertThat(e.map()).isEqualTo(new MapIndex(0));
            assertThat(e.mapAttempt()).isEqualTo(ShuffleBench.attempt(0, 0));
            assertThat(e.executor()).isEqualTo(ShuffleBench.EXECUTOR);
            assertThat(e).hasMessageContaining("is gone").hasMessageContaining("reducer 1");
        }
    }

    /** FLINK-21788: a lost file is lost data, not an error of the reducer. */
    @Test
    void deletedDataOrIndexIsAFetchFailure() throws IOException {
        for (String suffix : List.of(".data", ".index")) {
            try (ShuffleBench bench = bench(Compression.LZ4)) {
                List<MapStatus> statuses = write(bench, 3);
                Files.delete(fileOf(bench, 1, suffix));
                FetchFailedException e =
                        catchThrowableOfType(FetchFailedException.class, () -> bench.read(2, statuses));
                assertThat(e.map()).isEqualTo(new MapIndex(1));
                assertThat(e).hasMessageContaining("NoSuchFile");
            }
        }
    }

    @Test
    void anotherAttemptsIndexIsAFetchFailure() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 1);
            MapStatus other = bench.write(0, 1, List.of(TestRecord.random(TestRecord.A, 2, 20, new Random(1))));
            Files.copy(
                    Path.of(other.indexFile()),
                    Path.of(statuses.get(0).indexFile()),
                    StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(() -> bench.read(2, statuses))
                    .isInstanceOf(FetchFailedException.class)
                    .hasMessageContaining("not the committed one");
        }
    }

    @Test
    void truncatedIndexIsAFetchFailureAtEveryLength() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 1);
            Path index = Path.of(statuses.get(0).indexFile());
            byte[] bytes = Files.readAllBytes(index);
            for (int length = 0; length < bytes.length; length++) {
                Files.write(index, Arrays.copyOf(bytes, length));
                for (int reducer = 0; reducer < REDUCERS; reducer++) {
                    int wanted = reducer;
                    assertThatThrownBy(() -> bench.read(wanted, statuses))
                            .as("index cut to %d of %d bytes", length, bytes.length)
                            .isInstanceOf(FetchFailedException.class);
                }
            }
            Files.write(index, bytes);
            bench.read(statuses).assertSame(expected);
        }
    }

    @Test
    void truncatedDataIsAFetchFailure() throws IOException {
        try (ShuffleBench bench = bench(Compression.ZSTD)) {
            List<MapStatus> statuses = write(bench, 1);
            Path data = fileOf(bench, 0, ".data");
            byte[] bytes = Files.readAllBytes(data);
            for (int length = 0; length < bytes.length; length += 7) {
                Files.write(data, Arrays.copyOf(bytes, length));
                assertThatThrownBy(() -> bench.read(REDUCERS - 1, statuses))
                        .isInstanceOf(FetchFailedException.class)
                        .hasMessageContaining("EOF");
            }
        }
    }

    /** SPARK-4105, SPARK-38987: a flipped bit anywhere is noticed before a wrong record gets out. */
    @Test
    void everyFlippedBitIsNoticed() throws IOException {
        Random random = new Random(3);
        int flips = 0;
        for (Compression compression : Compression.values()) {
            try (ShuffleBench bench = bench(compression)) {
                List<MapStatus> statuses = write(bench, 1);
                Path index = Path.of(statuses.get(0).indexFile());
                long bits = compression == Compression.LZ4 ? 8 * Files.size(index) : 0;
                for (int bit = 0; bit < bits; bit++) {
                    assertNoticed(bench, statuses, index, bit);
                    flips++;
                }
                Path data = fileOf(bench, 0, ".data");
                for (int i = 0; i < 2_600; i++) {
                    assertNoticed(bench, statuses, data, random.nextInt((int) (8 * Files.size(data))));
                    flips++;
                }
            }
        }
        System.out.println("ShuffleBlockReaderTest: " + flips + " flipped bits noticed");
        assertThat(flips).isGreaterThan(10_000);
    }

    /** Reducers that don't touch the bit have the right answer, and one at least does touch it. */
    private void assertNoticed(ShuffleBench bench, List<MapStatus> statuses, Path file, int bit) throws IOException {
        byte[] good = Files.readAllBytes(file);
        byte[] bad = good.clone();
        bad[bit / 8] ^= (byte) (1 << bit % 8);
        Files.write(file, bad);
        int failures = 0;
        for (int reducer = 0; reducer < REDUCERS; reducer++) {
            try {
                bench.read(reducer, statuses).assertSame(expectedOf(reducer));
            } catch (FetchFailedException e) {
                failures++;
            }
        }
        Files.write(file, good);
        assertThat(failures).as("bit %d of %s", bit, file).isPositive();
    }

    @Test
    void interruptIsACancelledTaskAndNoFetchFailure() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 2);
            Thread.currentThread().interrupt();
            try {
                EngineException e = catchThrowableOfType(EngineException.class, () -> bench.read(1, statuses));
                assertThat(e.code()).isEqualTo(ErrorCode.TASK_CANCELLED);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    @Test
    void consumerCanReportRecordsThatDoNotAddUp() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 2);
            try (ShuffleBlockReader reader = bench.reader(1, statuses, counters)) {
                Chunk chunk = reader.next();
                assertThat(chunk).isNotNull();
                FetchFailedException e = reader.failure(chunk, "3 records instead of 4", null);
                assertThat(e.map()).isEqualTo(new MapIndex(0));
                assertThat(e).hasMessageContaining("3 records instead of 4");
            }
        }
    }

    @Test
    void refusesStatusesOutOfOrderOrOfAnotherShuffle() throws IOException {
        try (ShuffleBench bench = bench(Compression.LZ4)) {
            List<MapStatus> statuses = write(bench, 2);
            assertThatThrownBy(() -> bench.reader(0, List.of(statuses.get(1), statuses.get(0)), counters))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new ShuffleBlockReader(
                            new ShuffleId(99),
                            ReducerShare.of(0),
                            statuses,
                            executor -> new LocalBlockFiles(),
                            SETTINGS,
                            counters))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private ShuffleBench bench(Compression compression) throws IOException {
        BlockFiles files = new LocalBlockFiles();
        return new ShuffleBench(
                root,
                new PlainShuffleWriterFactory("plain"),
                REDUCERS,
                ShuffleBench.settings(compression, 512, 2048),
                1 << 20,
                files);
    }

    private List<MapStatus> write(ShuffleBench bench, int maps) throws IOException {
        Random random = new Random(2);
        expected = new Contents();
        List<MapStatus> statuses = new ArrayList<>();
        for (int map = 0; map < maps; map++) {
            List<TestRecord> records = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                records.add(TestRecord.random(
                        i < 60 ? TestRecord.A : TestRecord.B, i % REDUCERS, random.nextInt(80), random));
            }
            statuses.add(bench.write(map, 0, records));
            expected.addAll(Contents.of(map, records));
        }
        return statuses;
    }

    private Contents expectedOf(int reducer) {
        return expected.only(reducer);
    }

    private ShuffleBlockReader reader(int reducer, List<MapStatus> statuses, MapOutputAccess access) {
        return reader(reducer, statuses, access, SETTINGS);
    }

    private ShuffleBlockReader reader(
            int reducer, List<MapStatus> statuses, MapOutputAccess access, ShuffleSettings settings) {
        return new ShuffleBlockReader(
                ShuffleBench.SHUFFLE, ReducerShare.of(reducer), statuses, access, settings, counters);
    }

    private static ShuffleSettings retrying(int retries) {
        return ShuffleSettings.from(Configuration.empty()
                .with(ShuffleSettings.CHUNK_SIZE.key(), "512b")
                .with(ShuffleSettings.MAX_RETRIES.key(), String.valueOf(retries))
                .with(ShuffleSettings.RETRY_WAIT.key(), "1ms"));
    }

    private static void drain(ShuffleBlockReader reader) {
        try (reader) {
            while (reader.next() != null) {
                Thread.onSpinWait();
            }
        }
    }

    private static void read(ShuffleBlockReader opened, int reducer, Contents into) {
        try (ShuffleBlockReader reader = opened) {
            for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                addTo(into, chunk, reducer);
            }
        }
    }

    private static void addTo(Contents contents, Chunk chunk, int reducer) {
        TestRecord.split(chunk.bytes(), chunk.length())
                .forEach(record -> contents.add(chunk.map().value(), chunk.layout(), reducer, record));
    }

    private static Path fileOf(ShuffleBench bench, int map, String suffix) throws IOException {
        return bench.filesNow().stream()
                .filter(path -> path.toString().contains("-map-" + map + "-")
                        && path.toString().endsWith(suffix))
                .findFirst()
                .orElseThrow();
    }
}
