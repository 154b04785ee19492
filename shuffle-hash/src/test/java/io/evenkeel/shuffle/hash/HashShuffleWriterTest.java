package io.evenkeel.shuffle.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.id.ShuffleId;
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
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

final class HashShuffleWriterTest extends ShuffleWriterContract {

    @Override
    protected boolean spillsLargeRecords() {
        return false;
    }

    @Override
    protected ShuffleWriterFactory factory() {
        return new HashShuffleWriterFactory();
    }

    @Override
    protected int filesOf(int reducers) {
        return reducers + 1;
    }

    @Override
    protected int mostReducers() {
        return 2_000;
    }

    @Override
    protected int usualReducers() {
        return 60;
    }

    @Test
    void isFoundAsAService() {
        assertThat(ServiceLoader.load(ShuffleWriterFactory.class))
                .anyMatch(found -> found instanceof HashShuffleWriterFactory);
    }

    @Test
    void suitsEveryExchange() {
        assertThat(factory()
                        .suitability(new ShuffleSpec(new ShuffleId(0), 1, true))
                        .suitable())
                .isTrue();
        assertThat(factory().suitability(new ShuffleSpec(new ShuffleId(0), 5_000, false)))
                .satisfies(suitability -> {
                    assertThat(suitability.suitable()).isTrue();
                    assertThat(suitability.reason()).contains("evenkeel.shuffle.consolidateFiles");
                });
    }

    @Test
    void opensOneDataFileAtATime() throws IOException {
        FaultyBlockFiles files = FaultyBlockFiles.counting();
        try (ShuffleBench bench = bench(300, Compression.NONE, 600 << 10, files);
                Attempt task = bench.begin(0, 0)) {
            List<TestRecord> records = randomRecords(new Random(16), 20_000, 300, 600);
            task.writeAll(records);
            assertThat(task.spills()).isGreaterThan(3);
            MapStatus status = task.commit();
            assertThat(bench.filesNow()).hasSize(301);
            assertThat(files.mostOpen()).isEqualTo(2);
            assertThat(files.open()).isZero();
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
            bench.drop(status);
            assertThat(bench.filesNow()).isEmpty();
        }
    }

    @Test
    void spillsAndKeepsTheOrderOfEachReducer() throws IOException {
        List<TestRecord> records = randomRecords(new Random(17), 30_000, 40, 150);
        try (ShuffleBench bench = bench(40, Compression.LZ4, 160 << 10, FaultyBlockFiles.counting())) {
            MapStatus status;
            try (Attempt task = bench.begin(0, 0)) {
                task.writeAll(records);
                status = task.commit();
                assertThat(task.spills()).isGreaterThan(5);
            }
            bench.read(List.of(status)).assertSame(Contents.of(0, records));
        }
    }

    @Test
    void saysWhatIsMissingWhenThereIsNoMemoryAtAll() throws IOException {
        try (ShuffleBench bench = bench(5, Compression.ZSTD, 10_000, FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            assertThatThrownBy(task::writer)
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("hash writer")
                    .hasMessageContaining("evenkeel.memory.fraction");
            assertThat(bench.filesNow()).isEmpty();
        }
    }
}
