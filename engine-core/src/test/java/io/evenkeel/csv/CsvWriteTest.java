package io.evenkeel.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.evenkeel.error.EngineException;
import io.evenkeel.file.Compression;
import io.evenkeel.file.OutputDirectory;
import io.evenkeel.file.RowFormat;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.testing.Seeds;
import io.evenkeel.text.Malformed;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written can be read again, by this reader and by another. */
class CsvWriteTest {

    private static final CsvLook LOOK = CsvLook.of(Malformed.KEEP);

    @TempDir
    Path directory;

    private int outputs;

    private <T> Path write(RowFormat<T> format, List<T> rows) throws Exception {
        OutputDirectory output =
                OutputDirectory.prepare(directory.resolve("out" + outputs++).toString(), false, List.of());
        output.commit(
                List.of(output.writer(format, Compression.NONE)
                        .run(new IteratorRecords<>(rows.iterator()), new RecordedTask(0, 0))),
                1);
        return output.path().resolve("part-00000.csv");
    }

    record Sale(@Nullable String what, @Nullable BigDecimal price, LocalDate day, boolean paid) {}

    @Test
    void recordsWithAHeader() throws Exception {
        Path file = write(
                CsvFormat.ofRecords(Sale.class, LOOK),
                List.of(
                        new Sale("a \"b\", c", new BigDecimal("1E+3"), LocalDate.EPOCH, true),
                        new Sale("", null, LocalDate.EPOCH, false),
                        new Sale(null, BigDecimal.ONE, LocalDate.EPOCH, false)));
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "what,price,day,paid",
                        "\"a \"\"b\"\", c\",1000,1970-01-01,true",
                        "\"\",,1970-01-01,false",
                        ",1,1970-01-01,false");
    }

    @Test
    void anEmptyPartitionHasAHeaderOnly() throws Exception {
        assertThat(write(CsvFormat.ofRecords(Sale.class, LOOK), List.of())).hasContent("what,price,day,paid\n");
    }

    @Test
    void listsArraysAndMaps() throws Exception {
        RowFormat<Object> format = CsvFormat.ofRows(List.of("a", "b"), LOOK.withSeparator(';'));
        List<Object> rows = List.of(List.of(1, 2.5), new Object[] {"x;", 'y'}, Map.of("b", Thread.State.NEW));
        assertThat(write(format, rows)).hasContent("a;b\n1;2.5\n\"x;\";y\n;NEW\n");
        assertThat(write(CsvFormat.ofRows(List.of("a"), LOOK.withHeader(false)), List.of(List.of("only"))))
                .hasContent("only\n");
    }

    @Test
    void whatHasNoTextIsRefused() {
        RowFormat<Object> format = CsvFormat.ofRows(List.of("a", "b"), LOOK);
        for (Object row : List.of(List.of(1), "text", List.of(1, List.of(2)))) {
            assertThatThrownBy(() -> write(format, List.of(row))).isInstanceOf(EngineException.class);
        }
        assertThatThrownBy(() -> CsvFormat.ofRecords(String.class, LOOK)).isInstanceOf(EngineException.class);
    }

    @Test
    void anyTextsAreReadAgain() {
        String[] parts = {"a", "\"", ",", "\n", "\r", " ", "é", "\uDCFF", "\uFEFF", "漢"};
        Seeds.each("CsvWriteTest", 40, seed -> {
            Random random = new Random(seed);
            int columns = 1 + random.nextInt(3);
            List<List<String>> rows = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                @Nullable String[] row = new String[columns];
                for (int c = 0; c < columns; c++) {
                    StringBuilder text = new StringBuilder();
                    for (int p = random.nextInt(4); p > 0; p--) {
                        text.append(parts[random.nextInt(parts.length)]);
                    }
                    row[c] = random.nextInt(5) == 0 ? null : text.toString();
                }
                rows.add(Arrays.asList(row));
            }
            List<String> names = List.of("one", "two", "three").subList(0, columns);
            Path file = write(CsvFormat.ofRows(names, LOOK), rows);
            CsvOptions keeping =
                    CsvRows.options().withText(CsvRows.options().text().withMalformed(Malformed.KEEP));
            assertThat(CsvRows.read(file, CsvRows.cutAt(keeping, 1 + random.nextInt(60))))
                    .isEqualTo(rows);
            if (columns > 1) {
                List<List<String>> others = new ArrayList<>();
                try (var reader =
                        de.siegmar.fastcsv.reader.CsvReader.builder().ofCsvRecord(Files.newInputStream(file))) {
                    for (CsvRecord row : reader) {
                        others.add(row.getFields());
                    }
                }
                assertThat(others.subList(1, others.size()))
                        .hasSameSizeAs(rows)
                        .allSatisfy(row -> assertThat(row).hasSize(columns));
            }
        });
    }
}
