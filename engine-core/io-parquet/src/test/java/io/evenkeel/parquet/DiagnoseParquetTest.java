package io.evenkeel.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.command.Command;
import io.evenkeel.command.CommandStreams;
import io.evenkeel.file.RowWriter;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.testing.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code diagnose --data} on Parquet files. */
class DiagnoseParquetTest {

    @TempDir
    Path directory;

    record User(@Nullable Long number, String name) {}

    record Visit(int id, @Nullable User user, List<Integer> pages) {}

    /** How the command ended, and what it said. */
    private record Ran(int exitCode, String out, String err) {}

    private static Ran diagnose(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Command diagnose = ServiceLoader.load(Command.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(command -> command.name().equals("diagnose"))
                .findFirst()
                .orElseThrow();
        int exitCode;
        try (PrintStream outStream = new PrintStream(out, false, StandardCharsets.UTF_8);
                PrintStream errStream = new PrintStream(err, false, StandardCharsets.UTF_8)) {
            CommandStreams streams =
                    new CommandStreams(new ByteArrayInputStream(new byte[0]), outStream, errStream, false, 100);
            exitCode = diagnose.run(List.of(arguments), streams);
        }
        return new Ran(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static @Nullable Long number(int i) {
        return i % 11 == 0 ? null : Long.valueOf(i % 2 == 0 ? 7 : i);
    }

    private Path visits() throws IOException {
        Path file = directory.resolve("visits.parquet");
        ParquetFormat<Visit> format = new ParquetFormat<>(Visit.class, ParquetCompression.ZSTD, 1 << 14);
        try (OutputStream out = Files.newOutputStream(file);
                RowWriter<Visit> writer = format.open(out, new RecordedTask(0, 0))) {
            for (int i = 0; i < 10_000; i++) {
                User user = i % 13 == 0 ? null : new User(number(i), "n" + i % 100);
                writer.write(new Visit(i, user, List.of(i)));
            }
            writer.finish();
        }
        return file;
    }

    @Test
    void aNestedColumnIsCounted() throws IOException {
        Ran ran = diagnose(
                "--data", "--key", "user.number", "--partitions", "50", "--format", "json", visits().toString());
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        long[] load = new long[50];
        long without = 0;
        long hot = 0;
        for (int i = 0; i < 10_000; i++) {
            Long key = i % 13 == 0 ? null : number(i);
            load[StructuralHash.reducer(StructuralHash.hash(key), 50)]++;
            without += key == null ? 1 : 0;
            hot += Long.valueOf(7).equals(key) ? 1 : 0;
        }
        Json found = Json.of(ran.out());
        assertThat(found.number("rows")).isEqualTo(10_000);
        assertThat(found.number("rowsWithoutKey")).isEqualTo(without);
        assertThat(found.number("largestPartition"))
                .isEqualTo(Arrays.stream(load).max().orElseThrow());
        assertThat(found.objects("keys").get(0).text("key")).isEqualTo("7");
        assertThat(found.objects("keys").get(0).number("rowsAtLeast")).isEqualTo(hot);
        assertThat(found.text("verdict")).startsWith("Skew");
    }

    @Test
    void whatIsWrongIsSaid() throws IOException {
        String file = visits().toString();
        assertThat(diagnose("--data", "--key", "nope", file).err())
                .contains("visits.parquet: no column 'nope'; its columns are id, user, pages");
        assertThat(diagnose("--data", "--key", "user.nope", file).err()).contains("its columns are number, name");
        assertThat(diagnose("--data", "--key", "user", file).err()).contains("which is no key");
        assertThat(diagnose("--data", "--key", "pages", file).err()).contains("which is no key");
        Path damaged = Files.writeString(directory.resolve("damaged.parquet"), "PAR1....PAR1");
        Ran ran = diagnose("--data", "--key", "id", damaged.toString());
        assertThat(ran.exitCode()).isEqualTo(2);
        assertThat(ran.err()).contains("damaged.parquet is not a whole Parquet file");
    }

    @Test
    void filesOfOtherWriters() {
        String duck = OtherWritersTest.file("duckdb.parquet").toString();
        assertThat(diagnose("--data", "--key", "name", duck).out()).contains("250 rows", "36 rows without a key");
        for (String column : List.of("id", "day", "at", "price", "uuid", "clock", "point.y", "even", "tiny")) {
            Ran ran = diagnose("--data", "--key", column, duck);
            assertThat(ran.exitCode()).as("%s: %s", column, ran.err()).isZero();
        }
        String arrow = OtherWritersTest.file("pyarrow.parquet").toString();
        assertThat(diagnose("--data", "--key", "bytes", arrow).out()).contains("250 different keys");
    }
}
