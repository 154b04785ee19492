package io.evenkeel.shuffle.bypass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.shuffle.Contents;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriterContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.TestRecord;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class BypassShuffleWriterTest extends ShuffleWriterContract {

    @Override
    protected boolean spillsLargeRecords() {
        return false;
    }

    @Override
    protected ShuffleWriterFactory factory() {
        return new BypassShuffleWriterFactory();
    }

    @Test
    void isFoundAsAService() {
        assertThat(ServiceLoader.load(ShuffleWriterFactory.class))
                .anyMatch(found -> found instanceof BypassShuffleWriterFactory);
    }

    @Test
    void suitsUnlessRowsAreCombinedAsObjects() {
        assertThat(factory().suitability(spec(false)).suitable()).isTrue();
        assertThat(factory().suitability(spec(true)).suitable()).isFalse();
        assertThat(factory().suitability(spec(true)).reason()).contains("combined as objects");
    }

    private static ShuffleSpec spec(boolean objectAggregation) {
        return new ShuffleSpec(new ShuffleId(0), 8, objectAggregation);
    }

    @Test
    void spillsAndKeepsTheOrderOfEachReducer() {
        Seeds.each("BypassShuffleWriterTest#spillsAndKeepsTheOrderOfEachReducer", 6, seed -> {
            Random random = new Random(seed);
            int reducers = 20 + random.nextInt(180);
            List<TestRecord> records = randomRecords(random, 30_000, reducers, 200);
            FaultyBlockFiles files = FaultyBlockFiles.counting();
            try (ShuffleBench bench = bench(reducers, Compression.LZ4, 320 << 10, files)) {
                MapStatus status;
                try (Attempt task = bench.begin(0, 0)) {
                    task.writeAll(records);
                    status = task.commit();
                    assertThat(task.spills()).isGreaterThan(5);
                }
                bench.assertOnlyFilesOf(status);
                assertThat(files.open()).isZero();
                bench.read(List.of(status)).assertSame(Contents.of(0, records));
            }
        });
    }

    /**
     * Rows of several layouts, some too large to be staged and some of them for one reducer only, in memory that is plenty
     * for some tasks and is taken away from others while rows are staged.
     */
    @Test
    void stagesRowsOfManyReducers() {
        Seeds.each("BypassShuffleWriterTest#stagesRowsOfManyReducers", 4, seed -> {
            Random random = new Random(seed);
            int reducers = 64 + random.nextInt(2_000);
            List<TestRecord> records = new ArrayList<>();
            for (int i = 0; i < 60_000; i++) {
                boolean isOther = random.nextInt(20_000) == 0;
                int reducer = random.nextInt(4) == 0 ? 7 : random.nextInt(reducers);
                int length = random.nextInt(20_000) == 0 ? 2 << 20 : random.nextInt(1_200);
                records.add(TestRecord.random(isOther ? TestRecord.B : TestRecord.A, reducer, length, random));
            }
            FaultyBlockFiles files = FaultyBlockFiles.counting();
            try (ShuffleBench bench =
                    bench(reducers, Compression.LZ4, random.nextBoolean() ? PLENTY : 20L << 20, files)) {
                MapStatus status;
                try (Attempt task = bench.begin(0, 0)) {
                    task.writeAll(records.subList(0, 40_000));
                    if (random.nextBoolean()) {
                        squeeze(task);
                    }
                    task.writeAll(records.subList(40_000, records.size()));
                    status = task.commit();
                }
                assertThat(bench.heldBytes()).isZero();
                bench.assertOnlyFilesOf(status);
                bench.read(List.of(status)).assertSame(Contents.of(0, records));
            }
        });
    }

    /** A task of a few rows for each reducer takes little memory. */
    @Test
    void smallTasksTakeLittleMemory() throws IOException {
        try (ShuffleBench bench = new ShuffleBench(
                        root,
                        factory(),
                        200,
                        ShuffleBench.settings(Compression.LZ4, 64 << 10, 32 << 10),
                        PLENTY,
                        FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            task.writeAll(randomRecords(new Random(14), 400, 200, 50));
            assertThat(task.memory().heldBytes()).isLessThan(400 << 10);
            task.commit();
        }
    }

    @Test
    void writesNothingBeforeTheEndWhileThereIsMemory() throws IOException {
        FaultyBlockFiles files = FaultyBlockFiles.counting();
        try (ShuffleBench bench = bench(50, Compression.LZ4, PLENTY, files);
                Attempt task = bench.begin(0, 0)) {
            List<TestRecord> records = randomRecords(new Random(15), 20_000, 40, 300);
            task.writeAll(records);
            assertThat(files.calls()).isZero();
            bench.read(List.of(task.commit())).assertSame(Contents.of(0, records));
            assertThat(task.spills()).isZero();
        }
    }

    /** However many reducers there are, and however often it spills. */
    @Test
    void segmentsShareOneTemporaryFile() throws IOException {
        FaultyBlockFiles files = FaultyBlockFiles.counting();
        try (ShuffleBench bench = bench(1_000, Compression.NONE, 600 << 10, files);
                Attempt task = bench.begin(0, 0)) {
            List<TestRecord> records = randomRecords(new Random(16), 20_000, 1_000, 600);
            task.writeAll(records);
            assertThat(task.spills()).isGreaterThan(3);
            assertThat(bench.filesNow())
                    .singleElement()
                    .satisfies(path -> assertThat(path.toString()).endsWith(".tmp"));
            assertThat(files.open()).isEqualTo(1);
            MapStatus status = task.commit();
            assertThat(files.mostOpen()).isEqualTo(3);
            assertThat(files.open()).isZero();
            bench.assertOnlyFilesOf(status);
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
        }
    }

    @Test
    void spillsOnRequestOnlyWhatGivesMemoryBack() throws IOException {
        List<TestRecord> records = randomRecords(new Random(17), 10_000, 20, 100);
        try (ShuffleBench bench = bench(20, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
            MapStatus status;
            try (Attempt task = bench.begin(0, 0)) {
                task.write(records.get(0));
                long fixed = task.memory().heldBytes();
                squeeze(task);
                assertThat(task.spills()).isZero();
                task.writeAll(records.subList(1, records.size()));
                assertThat(task.memory().heldBytes()).isGreaterThan(fixed);
                squeeze(task);
                assertThat(task.spills()).isEqualTo(1);
                assertThat(task.memory().heldBytes()).isLessThan(fixed + 8192);
                status = task.commit();
            }
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
        }
    }

    /** Another consumer of the task takes all memory there is, and gives it back. */
    private static void squeeze(Attempt task) throws IOException {
        MemoryConsumer other = new MemoryConsumer() {
            @Override
            public String name() {
                return "other";
            }

            @Override
            public long spill(long wantedBytes) {
                return 0;
            }
        };
        task.memory().release(task.memory().acquire(PLENTY, other), other);
    }

    @Test
    void saysWhatIsMissingWhenThereIsNoMemoryAtAll() throws IOException {
        try (ShuffleBench bench = bench(5, Compression.ZSTD, 10_000, FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            assertThatThrownBy(task::writer)
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("bypass writer")
                    .hasMessageContaining("evenkeel.memory.fraction");
            assertThat(bench.filesNow()).isEmpty();
        }
    }

    @Test
    void cannotCommitAfterAFailedWrite() throws IOException {
        FaultyBlockFiles files = new FaultyBlockFiles(new LocalBlockFiles(), 5, 1, FaultyBlockFiles.Effect.NONE);
        try (ShuffleBench bench = bench(5, Compression.LZ4, 160 << 10, files);
                Attempt task = bench.begin(0, 0)) {
            assertThatThrownBy(() -> task.writeAll(randomRecords(new Random(18), 20_000, 5, 100)))
                    .isInstanceOf(IOException.class);
            assertThat(files.faults()).hasSize(1);
            assertThatThrownBy(() -> task.writer().commit()).isInstanceOf(IllegalStateException.class);
            task.abort(new IOException("cleaning up"));
            assertThat(bench.filesNow()).isEmpty();
            assertThat(files.open()).isZero();
        }
    }
}
