package io.evenkeel.shuffle.sort;

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

final class SerializedSortShuffleWriterTest extends ShuffleWriterContract {

    @Override
    protected ShuffleWriterFactory factory() {
        return new SerializedSortShuffleWriterFactory();
    }

    @Test
    void isFoundAsAService() {
        assertThat(ServiceLoader.load(ShuffleWriterFactory.class))
                .anyMatch(found -> found instanceof SerializedSortShuffleWriterFactory);
    }

    @Test
    void suitsEveryExchangeThatItsPointersCanTellApart() {
        assertThat(factory().suitability(spec(1, false)).suitable()).isTrue();
        assertThat(factory().suitability(spec(20_000, true)).suitable()).isFalse();
        assertThat(factory().suitability(spec(20_000, true)).reason()).contains("aggregates objects on the map side");
        assertThat(factory().suitability(spec((1 << 24) - 1, false)).suitable()).isTrue();
        assertThat(factory().suitability(spec(1 << 24, false)).suitable()).isFalse();
        assertThat(factory().suitability(spec(1 << 24, false)).reason()).contains("16777216", "16777215");
    }

    private static ShuffleSpec spec(int reducers, boolean objectAggregation) {
        return new ShuffleSpec(new ShuffleId(0), reducers, objectAggregation);
    }

    @Test
    void spillsAndKeepsTheOrderOfEachReducer() {
        Seeds.each("SerializedSortShuffleWriterTest#spillsAndKeepsTheOrderOfEachReducer", 6, seed -> {
            Random random = new Random(seed);
            int reducers = 1 + random.nextInt(300);
            List<TestRecord> records = randomRecords(random, 60_000, reducers, 150);
            assertThat(assertSpilled(reducers, records, smallMemory())).isGreaterThan(5);
        });
    }

    /** More spills than are merged at once, and more than the merged ones are. */
    @Test
    void mergesManySpillsInSteps() throws IOException {
        List<TestRecord> records = randomRecords(new Random(11), 120_000, 40, 400);
        FaultyBlockFiles files = FaultyBlockFiles.counting();
        try (ShuffleBench bench = bench(40, Compression.LZ4, 150 << 10, files)) {
            MapStatus status;
            try (Attempt task = bench.begin(0, 0)) {
                task.writeAll(records);
                status = task.commit();
                assertThat(task.spills()).isGreaterThan(ChunkSpills.FAN_IN * ChunkSpills.FAN_IN);
            }
            assertThat(files.mostOpen()).isLessThan(2 * 4 * ChunkSpills.FAN_IN);
            assertThat(bench.filesNow()).hasSize(2);
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
        }
    }

    @Test
    void spillsManyLayouts() throws IOException {
        Random random = new Random(12);
        List<TestRecord> records = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            records.add(TestRecord.random(
                    random.nextBoolean() ? TestRecord.A : TestRecord.B,
                    random.nextInt(7),
                    random.nextInt(100),
                    random));
        }
        assertThat(assertSpilled(7, records, smallMemory())).isGreaterThan(1);
    }

    /** Records larger than all of the task's memory still go through, in order. */
    @Test
    void writesRecordsLargerThanItsMemory() throws IOException {
        Random random = new Random(13);
        List<TestRecord> records = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            records.addAll(randomRecords(random, 50, 3, 50));
            records.add(TestRecord.random(TestRecord.A, random.nextInt(3), 300_000 + random.nextInt(900_000), random));
        }
        assertThat(assertSpilled(3, records, 300 << 10)).isGreaterThan(30);
    }

    @Test
    void smallTasksTakeLittleMemory() throws IOException {
        try (ShuffleBench bench = bench(20_000, Compression.LZ4, PLENTY, FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            task.writeAll(randomRecords(new Random(14), 100, 20_000, 50));
            assertThat(task.memory().heldBytes()).isLessThan(256 << 10);
            task.commit();
        }
    }

    /** Files are written for memory only: not when nothing would come back. */
    @Test
    void spillsOnRequestOnlyWhatGivesMemoryBack() throws IOException {
        List<TestRecord> records = randomRecords(new Random(16), 2_000, 5, 100);
        try (ShuffleBench bench = bench(5, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
            MapStatus status;
            try (Attempt task = bench.begin(0, 0)) {
                MemoryConsumer consumer = ((ArrayShuffleWriter) task.writer()).array();
                long fixed = task.memory().heldBytes();
                task.write(records.get(0));
                assertThat(consumer.spill(1)).isZero();
                assertThat(bench.filesNow()).isEmpty();
                task.writeAll(records.subList(1, records.size()));
                long held = task.memory().heldBytes();
                assertThat(consumer.spill(1)).isEqualTo(held - fixed).isPositive();
                assertThat(task.memory().heldBytes()).isEqualTo(fixed);
                assertThat(consumer.spill(1)).isZero();
                assertThat(task.spills()).isEqualTo(1);
                status = task.commit();
            }
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
        }
    }

    @Test
    void saysWhatIsMissingWhenThereIsNoMemoryAtAll() throws IOException {
        FaultyBlockFiles files = FaultyBlockFiles.counting();
        try (ShuffleBench bench = bench(5, Compression.ZSTD, 10_000, files);
                Attempt task = bench.begin(0, 0)) {
            assertThatThrownBy(task::writer)
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("serialised sorter")
                    .hasMessageContaining("evenkeel.memory.fraction");
            assertThat(bench.filesNow()).isEmpty();
        }
    }

    @Test
    void cannotCommitAfterAFailedWrite() throws IOException {
        FaultyBlockFiles files = new FaultyBlockFiles(new LocalBlockFiles(), 5, 1, FaultyBlockFiles.Effect.NONE);
        try (ShuffleBench bench = bench(5, Compression.LZ4, 150 << 10, files);
                Attempt task = bench.begin(0, 0)) {
            assertThatThrownBy(() -> task.writeAll(randomRecords(new Random(15), 20_000, 5, 100)))
                    .isInstanceOf(IOException.class);
            assertThat(files.faults()).hasSize(1);
            assertThatThrownBy(() -> task.writer().commit()).isInstanceOf(IllegalStateException.class);
            task.abort(new IOException("cleaning up"));
            assertThat(bench.filesNow()).isEmpty();
        }
    }

    private long assertSpilled(int reducers, List<TestRecord> records, long memoryBytes) throws IOException {
        FaultyBlockFiles files = FaultyBlockFiles.counting();
        try (ShuffleBench bench = bench(reducers, Compression.LZ4, memoryBytes, files)) {
            long spills;
            MapStatus status;
            try (Attempt task = bench.begin(0, 0)) {
                task.writeAll(records);
                status = task.commit();
                spills = task.spills();
            }
            assertThat(bench.filesNow()).hasSize(2);
            assertThat(files.open()).isZero();
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
            return spills;
        }
    }
}
