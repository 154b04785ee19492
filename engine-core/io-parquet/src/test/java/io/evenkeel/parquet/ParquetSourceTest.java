package io.evenkeel.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.RowWriter;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of Parquet files, and what is said of those that can't be. */
class ParquetSourceTest {

    @TempDir
    Path directory;

    record Wide(int id, String first, String second, String third, Inner inner) {}

    record Inner(long a, String b) {}

    record Id(int id) {}

    record LongId(long id) {}

    record DoubleId(double id) {}

    record InnerOnly(InnerA inner) {}

    record InnerA(long a) {}

    record ShortId(short id) {}

    record TextId(String id) {}

    record TimeId(@Nullable Instant id) {}

    record ListId(List<Integer> id) {}

    record MapId(Map<String, Integer> id) {}

    record NoSuch(int id, String nope) {}

    record Boxed(@Nullable Integer n) {}

    record Plain(int n) {}

    record Picky(int id) {
        Picky {
            if (id == 3) {
                throw new IllegalArgumentException("no threes");
            }
        }
    }

    private <R> Path write(String name, Class<R> type, List<R> rows, int rowGroupBytes) throws IOException {
        Path file = directory.resolve(name);
        ParquetFormat<R> format = new ParquetFormat<>(type, ParquetCompression.NONE, rowGroupBytes);
        try (OutputStream out = Files.newOutputStream(file);
                RowWriter<R> writer = format.open(out, new RecordedTask(0, 0))) {
            for (R row : rows) {
                writer.write(row);
            }
            writer.finish();
        }
        return file;
    }

    private static <R> List<R> read(Path file, Class<R> type, int partitions, RecordedTask task) throws Exception {
        ParquetSource<R> source = ParquetSource.of(file.toString(), type, partitions, 1, 1 << 30);
        List<R> rows = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            try (Records<R> records = source.open(source.split(partition), task)) {
                records.forEachRemaining(rows::add);
            }
        }
        return rows;
    }

    private static <R> List<R> read(Path file, Class<R> type) throws Exception {
        return read(file, type, 1, new RecordedTask(0, 0));
    }

    private static void assertRefused(Path file, Class<?> type, String... parts) {
        assertThatThrownBy(() -> read(file, type)).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT);
            assertThat(e.getMessage())
                    .contains(String.valueOf(file.getFileName()))
                    .contains(parts);
        });
    }

    private static List<Wide> wide(int count) {
        List<Wide> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String text = Integer.toString(i * 0x9E3779B9, 36).repeat(5);
            rows.add(new Wide(i, text, text + "b", text + "c", new Inner(i, text)));
        }
        return rows;
    }

    @Test
    void onlyTheColumnsOfTheRecordAreRead() throws Exception {
        Path file = write("wide.parquet", Wide.class, wide(20_000), 1 << 18);
        RecordedTask all = new RecordedTask(0, 0);
        assertThat(read(file, Wide.class, 1, all)).hasSize(20_000);
        RecordedTask one = new RecordedTask(0, 0);
        List<Id> ids = read(file, Id.class, 1, one);
        assertThat(ids).hasSize(20_000).startsWith(new Id(0), new Id(1)).endsWith(new Id(19_999));
        long footer = 30_000;
        assertThat(all.counted().bytesRead()).isGreaterThan(Files.size(file) * 9 / 10);
        assertThat(one.counted().bytesRead()).isLessThan(20_000 * 4 + footer).isGreaterThan(20_000);
        assertThat(one.counted().recordsRead()).isEqualTo(20_000);
        RecordedTask nested = new RecordedTask(0, 0);
        assertThat(read(file, InnerOnly.class, 1, nested)).hasSize(20_000).contains(new InnerOnly(new InnerA(77)));
        assertThat(nested.counted().bytesRead()).isLessThan(20_000 * 9 + footer);
    }

    @Test
    void partitionsHoldEachRowGroupOnce() throws Exception {
        Path file = write("wide.parquet", Wide.class, wide(5_000), 1 << 14);
        for (int partitions = 1; partitions < 60; partitions += 7) {
            assertThat(read(file, Id.class, partitions, new RecordedTask(0, 0)))
                    .as("%s partitions", partitions)
                    .extracting(Id::id)
                    .hasSize(5_000)
                    .isSorted()
                    .doesNotHaveDuplicates();
        }
        assertThat(ParquetSource.of(file.toString(), Id.class, 1_000, 1, 1 << 30)
                        .partitions())
                .isGreaterThan(20);
    }

    @Test
    void numbersWidenAndNeverNarrow() throws Exception {
        Path file = write("ids.parquet", Id.class, List.of(new Id(-7), new Id(Integer.MAX_VALUE)), 1 << 12);
        assertThat(read(file, LongId.class)).containsExactly(new LongId(-7), new LongId(Integer.MAX_VALUE));
        assertThat(read(file, DoubleId.class)).containsExactly(new DoubleId(-7), new DoubleId(Integer.MAX_VALUE));
        assertRefused(file, ShortId.class, "column 'id'", "int32", "short", "declare the component as Integer");
        Path longs = write("longs.parquet", LongId.class, List.of(new LongId(1)), 1 << 12);
        assertRefused(longs, Id.class, "column 'id'", "int64", "declare the component as Long");
    }

    @Test
    void wrongColumnsAreNamed() throws Exception {
        Path file = write("wide.parquet", Wide.class, wide(3), 1 << 12);
        assertRefused(file, NoSuch.class, "no column 'nope'", "its columns are id, first, second, third, inner");
        assertRefused(file, TextId.class, "column 'id'", "int32", "which can't be a String");
        assertRefused(file, TimeId.class, "column 'id'", "which can't be a Instant");
        assertRefused(file, ListId.class, "column 'id'", "which is no list");
        assertRefused(file, MapId.class, "column 'id'", "which is no map");
        assertThatThrownBy(() -> read(file, String.class)).hasMessageContaining("is no record class");
    }

    @Test
    void rowsThatCanNotBeAreNamed() throws Exception {
        Path file = write("boxed.parquet", Boxed.class, List.of(new Boxed(1), new Boxed(null)), 1 << 12);
        assertThat(read(file, Boxed.class)).containsExactly(new Boxed(1), new Boxed(null));
        assertRefused(file, Plain.class, "row 1", "column 'n'", "it is null", "boxed");
        List<Id> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(new Id(i));
        }
        assertRefused(write("ids.parquet", Id.class, ids, 1 << 12), Picky.class, "row 3", "no threes");
    }

    @Test
    void filesThatAreNoneAreRefused() throws Exception {
        assertRefused(Files.writeString(directory.resolve("a.parquet"), ""), Id.class, "not a whole Parquet file");
        assertRefused(
                Files.writeString(directory.resolve("b.parquet"), "id\n1\n2\n3\n4\n5\n"),
                Id.class,
                "not a whole Parquet file");
        assertThatThrownBy(() -> read(directory.resolve("none.parquet"), Id.class))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_NOT_FOUND));
        Path file = write("ids.parquet", Id.class, List.of(new Id(1)), 1 << 12);
        ParquetSource<Id> source = ParquetSource.of(file.toString(), Id.class, 1, 1, 1 << 30);
        Files.write(file, new byte[10]);
        assertThatThrownBy(() ->
                        source.open(source.split(0), new RecordedTask(0, 0)).forEachRemaining(row -> true))
                .hasMessageContaining("since the input was listed");
    }

    /** A damaged file gives an error or the rows that were written: pages have checksums. */
    @Test
    void damagedFilesGiveNoWrongRow() throws Exception {
        Seeds.each("ParquetSourceTest#damagedFilesGiveNoWrongRow", 150, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            List<Wide> rows = wide(50);
            byte[] bytes = Files.readAllBytes(write("whole.parquet", Wide.class, rows, 1 << 12));
            int pages = bytes.length - footerBytes(bytes);
            int where = random.nextInt(4, random.nextBoolean() ? pages : bytes.length);
            if (random.nextInt(4) == 0) {
                bytes = java.util.Arrays.copyOf(bytes, where);
            } else {
                bytes[where] ^= (byte) (1 << random.nextInt(8));
            }
            Path damaged = Files.write(directory.resolve("damaged-" + seed + ".parquet"), bytes);
            List<Wide> read;
            try {
                read = read(damaged, Wide.class);
            } catch (EngineException e) {
                assertThat(e.code()).isIn(ErrorCode.MALFORMED_INPUT, ErrorCode.INPUT_UNREADABLE);
                assertThat(e.getMessage()).contains("damaged-");
                return;
            }
            if (where < pages) {
                assertThat(read).isEqualTo(rows);
            }
        });
    }

    private static int footerBytes(byte[] file) {
        return java.nio.ByteBuffer.wrap(file)
                        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                        .getInt(file.length - 8)
                + 8;
    }
}
