package io.evenkeel.examples.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tables for tests: made from a seed, written to CSV and read from it the slow way. Stateless. */
final class CsvTables {

    private static final String[] TEXTS = {
        "plain",
        "",
        "with, comma",
        "\"quoted\"",
        "two\nlines",
        "cr\r\nlf",
        "é",
        "漢字",
        "\uD83D\uDEA2",
        " spaced ",
        "\uFF21"
    };

    private CsvTables() {}

    /** Some text, often one of a few; null now and then. */
    static @Nullable String text(Random random) {
        return random.nextInt(8) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)];
    }

    /** A key of which one comes up most of the time. */
    static @Nullable String key(Random random, int keys) {
        if (random.nextInt(10) == 0) {
            return text(random);
        }
        return "k" + (random.nextInt(3) == 0 ? 0 : random.nextInt(keys));
    }

    /** A whole number, now and then a decimal one or null. */
    static @Nullable String number(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> (random.nextInt(2000) - 1000) + "." + random.nextInt(10) + "5";
            default -> Integer.toString(random.nextInt(200) - 100);
        };
    }

    static Path write(Path file, List<String> columns, List<List<@Nullable String>> rows) throws IOException {
        StringBuilder text = new StringBuilder();
        append(text, columns);
        rows.forEach(row -> append(text, row));
        return Files.writeString(file, text);
    }

    private static void append(StringBuilder text, List<? extends @Nullable String> row) {
        for (int i = 0; i < row.size(); i++) {
            String field = row.get(i);
            text.append(i > 0 ? "," : "");
            if (field != null) {
                boolean plain = field.matches("[^\",\r\n]+");
                text.append(plain ? field : '"' + field.replace("\"", "\"\"") + '"');
            }
        }
        text.append('\n');
    }

    /** The rows of all files of an output, without the headers, which must be this one. */
    static List<List<@Nullable String>> read(Path output, List<String> header) throws IOException {
        List<List<@Nullable String>> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.filter(found -> found.toString().endsWith(".csv"))
                    .sorted()
                    .toList()) {
                List<List<@Nullable String>> rows = parse(Files.readString(file));
                if (!rows.get(0).equals(header)) {
                    throw new AssertionError(file + " begins with " + rows.get(0) + " and not with " + header);
                }
                all.addAll(rows.subList(1, rows.size()));
            }
        }
        return all;
    }

    private static List<List<@Nullable String>> parse(String text) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        List<@Nullable String> row = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            StringBuilder field = new StringBuilder();
            boolean quoted = text.charAt(at) == '"';
            if (quoted) {
                at++;
                while (text.charAt(at) != '"' || text.startsWith("\"\"", at)) {
                    at += text.charAt(at) == '"' ? 1 : 0;
                    field.append(text.charAt(at++));
                }
                at++;
            }
            while (",\n".indexOf(text.charAt(at)) < 0) {
                field.append(text.charAt(at++));
            }
            row.add(field.isEmpty() && !quoted ? null : field.toString());
            boolean lastOfRow = text.charAt(at++) == '\n';
            if (lastOfRow) {
                rows.add(row);
                row = new ArrayList<>();
            } else if (text.charAt(at) == '\n') {
                row.add(null);
                rows.add(row);
                row = new ArrayList<>();
                at++;
            }
        }
        return rows;
    }

    /** Rows as texts that can be sorted and compared. */
    static List<String> sorted(List<List<@Nullable String>> rows) {
        return rows.stream()
                .map(row -> Arrays.toString(row.stream().map(CsvTables::shown).toArray()))
                .sorted()
                .toList();
    }

    private static String shown(@Nullable String field) {
        return field == null ? "null" : '\'' + field + '\'';
    }
}
