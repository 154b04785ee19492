package io.evenkeel.shuffle.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.Contents;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriterContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.ShuffleWriterSelector;
import io.evenkeel.shuffle.ShuffleWriterSelector.Choice;
import io.evenkeel.shuffle.TestRecord;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The array structure with pointers for any number of reducers. */
final class WideSortShuffleWriterTest extends ShuffleWriterContract {

    private static final int TOO_MANY_TO_PACK = 1 << 24;

    @Override
    protected ShuffleWriterFactory factory() {
        return new WideSortShuffleWriterFactory();
    }

    @Test
    void theSortWriterIsFoundAsAService() {
        assertThat(ServiceLoader.load(ShuffleWriterFactory.class))
                .anyMatch(found -> found instanceof SortShuffleWriterFactory);
    }

    @Test
    void sortTakesWhatSerialisedSortRefuses() {
        assertThat(chosen("auto", TOO_MANY_TO_PACK - 1, false).reason()).startsWith("tungsten-sort: ");
        assertThat(chosen("auto", TOO_MANY_TO_PACK, false).reason())
                .startsWith("sort: array structure")
                .contains("tungsten-sort: 16777216 reducers");
        assertThat(chosen("tungsten-sort", TOO_MANY_TO_PACK, false).reason()).startsWith("sort: array structure");
        assertThat(chosen("sort", 2_000, false).reason()).startsWith("sort: array structure");
        assertThat(chosen("auto", 2, true).reason())
                .startsWith("sort: map structure")
                .contains("tungsten-sort: aggregates objects on the map side");
        assertThat(chosen("tungsten-sort", 2, true).reason()).startsWith("sort: map structure");
        assertThat(chosen("sort", 2, true).reason()).startsWith("sort: map structure");
    }

    private static Choice chosen(String manager, int reducers, boolean objectAggregation) {
        ShuffleSettings settings =
                ShuffleSettings.from(Configuration.empty().with(ShuffleSettings.MANAGER.key(), manager));
        return new ShuffleWriterSelector(
                        List.of(new SerializedSortShuffleWriterFactory(), new SortShuffleWriterFactory()), settings)
                .choose(new ShuffleSpec(new ShuffleId(1), reducers, objectAggregation));
    }

    @Test
    void spillsAndMergesInSteps() throws IOException {
        List<TestRecord> records = randomRecords(new Random(21), 60_000, 40, 400);
        FaultyBlockFiles files = FaultyBlockFiles.counting();
        try (ShuffleBench bench = bench(40, Compression.LZ4, 200 << 10, files)) {
            MapStatus status;
            try (Attempt task = bench.begin(0, 0)) {
                task.writeAll(records);
                status = task.commit();
                assertThat(task.spills()).isGreaterThan(2 * ChunkSpills.FAN_IN);
            }
            assertThat(files.mostOpen()).isLessThan(2 * 4 * ChunkSpills.FAN_IN);
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
        }
    }

    /** An index of so many reducers is so large that it counts as memory; where there is none, it is said how to go on. */
    @Test
    void moreReducersThanPointersPackAreRefusedWithoutTheMemoryForTheirIndex() throws IOException {
        try (ShuffleBench bench = new ShuffleBench(
                        root,
                        new SortShuffleWriterFactory(),
                        TOO_MANY_TO_PACK,
                        ShuffleBench.settings(Compression.LZ4, 4096, 2048),
                        64 << 20,
                        FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            assertThatThrownBy(task::writer)
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("sort writer")
                    .hasMessageContaining("16777216 reducers")
                    .hasMessageContaining("evenkeel.memory.fraction")
                    .hasMessageContaining("evenkeel.default.parallelism");
            assertThat(bench.filesNow()).isEmpty();
        }
    }

    /** With the memory for it, so many reducers get what is theirs. */
    @Test
    @Tag("slow")
    void writesMoreReducersThanPointersPack() throws IOException {
        Random random = new Random(4);
        List<TestRecord> records = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            int reducer = i % 100 == 0 ? TOO_MANY_TO_PACK - 1 - i % 3 : random.nextInt(TOO_MANY_TO_PACK);
            records.add(TestRecord.random(TestRecord.A, reducer, random.nextInt(30), random));
        }
        try (ShuffleBench bench = new ShuffleBench(
                root,
                new SortShuffleWriterFactory(),
                TOO_MANY_TO_PACK,
                ShuffleBench.settings(Compression.LZ4, 4096, 2048),
                512 << 20,
                new LocalBlockFiles())) {
            MapStatus status = bench.write(0, 0, records);
            Contents expected = Contents.of(0, records);
            for (TestRecord record : records) {
                bench.read(record.reducer(), List.of(status)).assertSame(expected.only(record.reducer()));
            }
            assertThat(IntStream.range(0, TOO_MANY_TO_PACK)
                            .filter(i -> !status.sizes().isEmpty(i))
                            .count())
                    .isEqualTo(
                            records.stream().map(TestRecord::reducer).distinct().count());
        }
    }
}
