package io.evenkeel.shuffle.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.WritableFile;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexTest {

    private static final ShuffleId SHUFFLE = new ShuffleId(5);
    private static final MapIndex MAP = new MapIndex(17);

    private final LocalBlockFiles files = new LocalBlockFiles();

    @TempDir
    Path root;

    @Test
    void readsBackWhatWasWritten() {
        Seeds.each("IndexTest#readsBackWhatWasWritten", 30, seed -> {
            Random random = new Random(seed);
            List<IndexRow> rows = randomRows(random, 1 + random.nextInt(500));
            List<RecordLayout> layouts = new ArrayList<>();
            for (int i = 0; i < 3 + random.nextInt(100); i++) {
                layouts.add(new RecordLayout("key \u00e9" + i, "v".repeat(random.nextInt(40))));
            }
            Path path = root.resolve("index" + seed);
            int checksum = write(path, rows, layouts);
            try (IndexReader reader = IndexReader.open(files, path)) {
                assertThat(reader.checksum()).isEqualTo(checksum);
                assertThat(reader.index().layouts()).isEqualTo(layouts);
                assertThat(reader.index().reducers()).isEqualTo(rows.size());
                assertThat(reader.index().attempt()).isEqualTo("s1.0-p17.2");
                assertThat(reader.index().records())
                        .isEqualTo(rows.stream().mapToLong(IndexRow::records).sum());
                for (int i = 0; i < rows.size(); i++) {
                    assertThat(reader.row(i)).isEqualTo(rows.get(i));
                }
                reader.verify();
                assertThatThrownBy(() -> reader.row(rows.size())).isInstanceOf(IllegalArgumentException.class);
            }
        });
    }

    /** Offsets and sizes beyond 2 GB are nothing special. */
    @Test
    void holdsLargeFiles() throws IOException {
        List<ChunkEntry> chunks = new ArrayList<>();
        long offset = 5L << 40;
        for (int i = 0; i < 10; i++) {
            chunks.add(new ChunkEntry(offset, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, -1, 0));
            offset += Integer.MAX_VALUE;
        }
        IndexRow row = new IndexRow(0, chunks);
        Path path = root.resolve("large");
        write(path, List.of(row), List.of(new RecordLayout("a", "b")));
        try (IndexReader reader = IndexReader.open(files, path)) {
            assertThat(reader.row(0)).isEqualTo(row);
            assertThat(reader.row(0).bytes()).isEqualTo(10L * Integer.MAX_VALUE);
            assertThat(reader.row(0).records()).isEqualTo(10L * Integer.MAX_VALUE);
            reader.verify();
        }
    }

    /** Any damage at all is found by reading everything, without asking for memory that the file doesn't justify. */
    @Test
    void verifyFindsEveryFlippedBitAndTruncation() throws IOException {
        Path path = root.resolve("index");
        write(
                path,
                randomRows(new Random(1), 9),
                List.of(new RecordLayout("a", "b"), new RecordLayout("c", "d"), new RecordLayout("e", "f")));
        byte[] good = Files.readAllBytes(path);
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertCorrupt(path, bad, "bit " + bit);
        }
        for (int length = 0; length < good.length; length++) {
            assertCorrupt(path, Arrays.copyOf(good, length), "length " + length);
        }
        assertCorrupt(path, Arrays.copyOf(good, good.length + 1), "one byte more");
    }

    @Test
    void namesThatLeadElsewhereAreRefused() {
        for (String name : List.of("../x", "/etc/passwd", "", ".", "a\\b")) {
            assertThatThrownBy(() -> new DataFile(name, 1)).isInstanceOf(CorruptDataException.class);
        }
    }

    private void assertCorrupt(Path path, byte[] bytes, String what) throws IOException {
        Files.write(path, bytes);
        assertThatThrownBy(() -> {
                    try (IndexReader reader = IndexReader.open(files, path)) {
                        reader.verify();
                    }
                })
                .as(what)
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining(path.toString());
    }

    private int write(Path path, List<IndexRow> rows, List<RecordLayout> layouts) throws IOException {
        try (WritableFile file = files.create(path)) {
            IndexWriter writer = new IndexWriter(new FileAppender(file, new byte[512]), SHUFFLE, MAP, rows.size());
            for (IndexRow row : rows) {
                writer.row(row);
            }
            return writer.finish(
                    "s1.0-p17.2", Compression.ZSTD, List.of(new DataFile("the.data", Long.MAX_VALUE)), layouts);
        }
    }

    private static List<IndexRow> randomRows(Random random, int count) {
        List<IndexRow> rows = new ArrayList<>();
        long offset = 0;
        for (int i = 0; i < count; i++) {
            List<ChunkEntry> chunks = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                int length = 1 + random.nextInt(100_000);
                chunks.add(new ChunkEntry(
                        offset,
                        length,
                        random.nextInt(1 << 20),
                        1 + random.nextInt(5_000),
                        random.nextInt(),
                        random.nextInt(3)));
                offset += length;
            }
            rows.add(new IndexRow(0, chunks));
        }
        return rows;
    }
}
