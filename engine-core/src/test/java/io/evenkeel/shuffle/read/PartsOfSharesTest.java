package io.evenkeel.shuffle.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.PlainShuffleWriterFactory;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.TestRecord;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of shares hold every record once, in order, and as many as each other; Uniffle #2680: also past what is skipped. */
final class PartsOfSharesTest {

    private static final int REDUCERS = 5;

    @TempDir
    Path root;

    @Test
    void partsMakeUpTheWhole() {
        int[] cutChunks = {0};
        Seeds.each("PartsOfSharesTest#partsMakeUpTheWhole", 60, seed -> run(seed, cutChunks));
        if (Long.getLong("evenkeel.test.seed") == null) {
            assertThat(cutChunks[0]).as("chunks that were read in parts").isPositive();
        }
    }

    private void run(long seed, int[] cutChunks) throws IOException {
        Random random = new Random(seed);
        try (ShuffleBench bench = new ShuffleBench(
                Files.createDirectory(root.resolve(Long.toString(seed))),
                new PlainShuffleWriterFactory("plain"),
                REDUCERS,
                ShuffleBench.settings(Compression.LZ4, 256 + random.nextInt(2000), 2048),
                1 << 20,
                new LocalBlockFiles())) {
            List<MapStatus> statuses = new ArrayList<>();
            int maps = random.nextInt(6);
            for (int map = 0; map < maps; map++) {
                statuses.add(bench.write(map, 0, records(random)));
            }
            for (int tries = 0; tries < 8; tries++) {
                int first = random.nextInt(REDUCERS);
                int end = random.nextInt(3) == 0 ? REDUCERS : first + 1 + random.nextInt(REDUCERS - first);
                check(statuses, first, end, 1 + random.nextInt(12), cutChunks);
            }
            check(statuses, 0, REDUCERS, 7, cutChunks);
        }
    }

    /** Few maps have all of one reducer, many have nothing for some. */
    private static List<TestRecord> records(Random random) {
        List<TestRecord> records = new ArrayList<>();
        int count = random.nextInt(4) == 0 ? 0 : random.nextInt(400);
        int hot = random.nextInt(REDUCERS);
        for (int i = 0; i < count; i++) {
            int reducer = random.nextInt(3) > 0 ? hot : random.nextInt(REDUCERS);
            records.add(TestRecord.random(TestRecord.A, reducer, random.nextInt(60), random));
        }
        return records;
    }

    private static void check(List<MapStatus> statuses, int first, int end, int parts, int[] cutChunks)
            throws IOException {
        List<ByteBuffer> whole = read(statuses, new ReducerShare(first, end, 0, 1), cutChunks);
        List<ByteBuffer> together = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            List<ByteBuffer> read = read(statuses, new ReducerShare(first, end, part, parts), cutChunks);
            assertThat(read.size()).isBetween(whole.size() / parts, (whole.size() + parts - 1) / parts);
            together.addAll(read);
        }
        assertThat(together.equals(whole))
                .as("parts hold what the whole holds, in order")
                .isTrue();
    }

    private static List<ByteBuffer> read(List<MapStatus> statuses, ReducerShare share, int[] cutChunks)
            throws IOException {
        FaultyBlockFiles files = FaultyBlockFiles.counting();
        TaskCounters counters = new TaskCounters();
        List<ByteBuffer> records = new ArrayList<>();
        try (ShuffleBlockReader reader = new ShuffleBlockReader(
                ShuffleBench.SHUFFLE,
                share,
                statuses,
                executor -> files,
                ShuffleBench.settings(Compression.LZ4, 512, 2048),
                counters)) {
            for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                cutChunks[0] += chunk.isWhole() ? 0 : 1;
                TestRecord.split(chunk.bytes(), chunk.length())
                        .subList(chunk.from(), chunk.to())
                        .forEach(record -> records.add(copy(record)));
            }
        }
        assertThat(files.mostOpen()).isLessThanOrEqualTo(1);
        assertThat(counters.snapshot(0).shuffleRecordsRead()).isEqualTo(records.size());
        return records;
    }

    private static ByteBuffer copy(ByteBuffer record) {
        ByteBuffer copy = ByteBuffer.allocate(record.remaining());
        copy.put(record).flip();
        return copy;
    }
}
