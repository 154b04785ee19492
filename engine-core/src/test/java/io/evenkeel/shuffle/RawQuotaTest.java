package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Configuration;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.storage.LocalBlockFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RawQuotaTest {

    private static final int LENGTH = 1_000;

    private static RawQuota of(String compress, String above, int executors) {
        return RawQuota.from(
                Configuration.empty().with(RawQuota.COMPRESS.key(), compress).with(RawQuota.ABOVE.key(), above),
                executors,
                2);
    }

    @Test
    void aFractionOfTheMachineIsLeftAsItIs() {
        assertThat(of("auto", "0.1", 1).allows(10 << 20)).isTrue();
        assertThat(of("auto", "0.1", 1).allows(1L << 50)).isFalse();
        assertThat(of("auto", "0", 1).allows(0)).isFalse();
        assertThat(of("auto", "1e-9", 1_000_000).allows(0)).isFalse();
    }

    @Test
    void whatIsSetHoldsWhateverIsWritten() {
        assertThat(of("true", "1", 1).allows(0)).isFalse();
        assertThat(of("false", "0", 1).allows(1L << 60)).isTrue();
    }

    @Test
    void eachTaskTakesTheOthersToHaveWrittenAsMuch() {
        RawQuota quota = RawQuota.ofBytes(1_000, 4);
        assertThat(quota.allows(249)).isTrue();
        assertThat(quota.allows(250)).isFalse();
    }

    @Test
    void outputsCountFromTheirCommitToTheirEnd() {
        RawQuota quota = RawQuota.ofBytes(1_000, 1);
        quota.committed("a", 600);
        quota.committed("a", 600);
        quota.deleted("somebody else's");
        assertThat(quota.allows(399)).isTrue();
        assertThat(quota.allows(400)).isFalse();
        quota.deleted("a");
        quota.deleted("a");
        assertThat(quota.allows(999)).isTrue();
        assertThat(quota.allows(1_000)).isFalse();
    }

    /** Rows of one byte again and again, which get small when they are compressed. */
    private static List<TestRecord> even(int count) {
        List<TestRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TestRecord drawn = TestRecord.random(TestRecord.A, 0, LENGTH, new Random(i));
            Arrays.fill(drawn.encoded(), 3, drawn.encoded().length, (byte) i);
            records.add(drawn);
        }
        return records;
    }

    /** The same rows each time: as they are, then partly, then compressed, and as they are again when there is room. */
    @Test
    void writersCompressWhatIsAboveAndReadersTakeBoth(@TempDir Path root) throws IOException {
        ShuffleSettings settings = ShuffleBench.settings(Compression.LZ4, 4096, 1024);
        try (ShuffleBench bench = new ShuffleBench(
                        root, new PlainShuffleWriterFactory("plain"), 1, settings, 1L << 30, new LocalBlockFiles())
                .leaving(RawQuota.ofBytes(150L * LENGTH, 1))) {
            List<TestRecord> records = even(100);
            MapStatus raw = bench.write(0, 0, records);
            MapStatus partly = bench.write(1, 0, records);
            MapStatus compressed = bench.write(2, 0, records);
            assertThat(raw.sizes().bytes(0)).isGreaterThan(100L * LENGTH);
            assertThat(partly.sizes().bytes(0)).isBetween(40L * LENGTH, 70L * LENGTH);
            assertThat(compressed.sizes().bytes(0)).isLessThan(10L * LENGTH);
            Contents expected = Contents.of(0, records);
            expected.addAll(Contents.of(1, records));
            expected.addAll(Contents.of(2, records));
            bench.read(List.of(raw, partly, compressed)).assertSame(expected);
            bench.drop(raw);
            bench.drop(partly);
            assertThat(bench.write(3, 0, records).sizes().bytes(0)).isGreaterThan(100L * LENGTH);
        }
    }
}
