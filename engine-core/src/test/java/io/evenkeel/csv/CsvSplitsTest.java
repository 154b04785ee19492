package io.evenkeel.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.evenkeel.file.BadRow;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However files are cut and buffered, the rows are the same, and those of an independent reader. */
class CsvSplitsTest {

    private static final String[] PARTS = {
        "a", "7", " ", "\"", "\"\"", ",", "\n", "\r\n", "\r", "é", "漢", "\uD83D\uDEA2", ";"
    };

    @TempDir
    Path directory;

    /** Rows of any fields, an empty text and null among them. */
    private static List<List<String>> rows(Random random, int columns) {
        List<List<String>> rows = new ArrayList<>();
        int count = random.nextInt(14);
        for (int i = 0; i < count; i++) {
            @Nullable String[] row = new String[columns];
            for (int c = 0; c < columns; c++) {
                row[c] = random.nextInt(6) == 0 ? null : text(random);
            }
            rows.add(Arrays.asList(row));
        }
        return rows;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int parts = random.nextInt(random.nextInt(5) == 0 ? 30 : 4);
        for (int i = 0; i < parts; i++) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return text.toString();
    }

    /** The rows as a file that any writer might have made: with quotes where they need not be, and any line ends. */
    private static String file(List<String> columns, List<List<String>> rows, Random random) {
        StringBuilder file = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
        appendRow(file, columns, random);
        for (List<String> row : rows) {
            file.append(lineEnd(random));
            if (columns.size() > 1 && random.nextInt(8) == 0) {
                file.append(lineEnd(random));
            }
            appendRow(file, row, random);
        }
        boolean endsWithNothing = !rows.isEmpty()
                && columns.size() == 1
                && rows.get(rows.size() - 1).get(0) == null;
        return file.append(endsWithNothing || random.nextBoolean() ? "\n" : "").toString();
    }

    private static String lineEnd(Random random) {
        return random.nextInt(3) == 0 ? "\r\n" : "\n";
    }

    private static void appendRow(StringBuilder file, List<String> row, Random random) {
        for (int c = 0; c < row.size(); c++) {
            String text = row.get(c);
            file.append(c > 0 ? "," : "");
            if (text == null) {
                continue;
            }
            boolean plain =
                    !text.isEmpty() && text.indexOf('"') != 0 && text.chars().noneMatch(x -> ",\r\n".indexOf(x) >= 0);
            file.append(plain && random.nextBoolean() ? text : '"' + text.replace("\"", "\"\"") + '"');
        }
    }

    private static List<List<String>> independently(Path file) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder().detectBomHeader(true).ofCsvRecord(file)) {
            reader.forEach(row -> rows.add(row.getFields()));
        }
        return rows.subList(1, rows.size());
    }

    private static List<List<String>> withoutNull(List<List<String>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(text -> text == null ? "" : text).toList())
                .toList();
    }

    @Test
    void anyCutOfAFileGivesItsRows() {
        int[] inQuotes = {0};
        Seeds.each("CsvSplitsTest", 30, seed -> {
            Random random = new Random(seed);
            List<String> columns = List.of("one", "tw\"o\n", "three,").subList(0, 1 + random.nextInt(3));
            List<List<String>> expected = rows(random, columns.size());
            String text = file(columns, expected, random);
            Path file = Files.writeString(directory.resolve(seed + ".csv"), text);
            int length = (int) Files.size(file);
            inQuotes[0] += text.contains("\n\"") ? 1 : 0;
            for (int splitBytes = 1; splitBytes <= length + 1; splitBytes += 1 + random.nextInt(4)) {
                CsvOptions options = CsvRows.cutAt(CsvRows.options(), splitBytes);
                assertThat(CsvRows.readAll(file, options, 1 + random.nextInt(40)))
                        .as("split of %d bytes", splitBytes)
                        .isEqualTo(expected);
            }
            if (columns.size() > 1) {
                assertThat(withoutNull(expected)).isEqualTo(independently(file));
            }
        });
        assertThat(inQuotes[0]).as("files with newlines near quotes").isPositive();
    }

    /** Rows, bad rows, and the lines of these, whatever bytes there are. */
    @Test
    void anyCutOfAnyBytesGivesWhatTheWholeFileGives() {
        byte[] alphabet = "\"\"\"\",,\n\n\r;ab ".getBytes(StandardCharsets.UTF_8);
        int[] bad = {0};
        Seeds.each("CsvSplitsTest", 60, seed -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(70)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = alphabet[random.nextInt(alphabet.length)];
            }
            Path file = directory.resolve("any.csv");
            Files.writeString(file, random.nextBoolean() ? "h\n" : "h,i\n");
            Files.write(file, bytes, java.nio.file.StandardOpenOption.APPEND);
            List<Object> expected = CsvRows.readAll(file, CsvRows.options(), 1 << 10);
            bad[0] += expected.stream().anyMatch(BadRow.class::isInstance) ? 1 : 0;
            for (int splitBytes = 1; splitBytes <= bytes.length; splitBytes++) {
                CsvOptions options = CsvRows.cutAt(CsvRows.options(), splitBytes);
                assertThat(CsvRows.readAll(file, options, 1 + random.nextInt(20)))
                        .as("split of %d bytes", splitBytes)
                        .isEqualTo(expected);
            }
        });
        assertThat(bad[0]).as("files with bad rows").isGreaterThan(10);
    }

    @Test
    void aFieldOverManyPartitionsBelongsToTheFirst() throws Exception {
        String field = "x\n\"y\",".repeat(300);
        Path file = Files.writeString(
                directory.resolve("long.csv"), "a,b\n\"" + field.replace("\"", "\"\"") + "\",1\n2,3\n");
        CsvOptions options = CsvRows.cutAt(CsvRows.options(), 20);
        assertThat(CsvInput.of(file.toString(), options).splits()).hasSizeGreaterThan(100);
        assertThat(CsvRows.read(file, options)).containsExactly(List.of(field, "1"), List.of("2", "3"));
    }

    @Test
    void filesMayHaveTheirColumnsInAnyOrder() throws Exception {
        Files.writeString(directory.resolve("1.csv"), "a,b\n1,2\n");
        Files.writeString(directory.resolve("2.csv"), "");
        Files.writeString(directory.resolve("3.csv"), "b,c,a\r\n4,5,3\r\n");
        assertThat(CsvRows.read(directory, CsvRows.options())).containsExactly(List.of("1", "2"), List.of("3", "4"));
    }
}
