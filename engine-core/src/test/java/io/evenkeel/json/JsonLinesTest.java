package io.evenkeel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.BadRow;
import io.evenkeel.file.BadRows;
import io.evenkeel.file.Compression;
import io.evenkeel.file.OutputDirectory;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Records;
import io.evenkeel.stats.CollectionAccumulator;
import io.evenkeel.testing.Seeds;
import io.evenkeel.text.Malformed;
import io.evenkeel.text.TextOptions;
import io.evenkeel.text.TextSettings;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of JSON as records and as maps, there and back. */
class JsonLinesTest {

    @TempDir
    Path directory;

    private int outputs;

    enum Kind {
        SMALL,
        LARGE
    }

    record Point(int x, @Nullable Double y) {}

    record Thing(
            long id,
            @Nullable String name,
            @Nullable Kind kind,
            @Nullable BigDecimal price,
            @Nullable LocalDate day,
            boolean good,
            @Nullable Point point,
            @Nullable List<Point> points,
            @Nullable Map<String, Integer> counts,
            @Nullable Object any) {}

    record Endless(@Nullable Endless again) {}

    record Unknown(Thread thread) {}

    private static TextOptions options(int splitBytes) {
        return TextOptions.of(TextSettings.from(Configuration.empty()), 1)
                .withSplitSizes(new ByteSize(1), new ByteSize(splitBytes));
    }

    private static <R> List<R> read(JsonFileSource<R> source, RecordedTask task) throws Exception {
        List<R> rows = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            try (Records<R> records = source.open(source.split(partition), task)) {
                records.forEachRemaining(rows::add);
            }
        }
        return rows;
    }

    private Path file(String text) throws Exception {
        return Files.writeString(directory.resolve("things.jsonl"), text);
    }

    private <R> List<R> records(String text, Class<R> type) throws Exception {
        return read(
                JsonFileSource.ofRecords(file(text).toString(), options(1000), type, new BadRows.Refuse()),
                new RecordedTask(0, 0));
    }

    private void assertBad(String text, Class<?> type, String... parts) {
        assertThatThrownBy(() -> records(text, type)).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT);
            assertThat(e.getMessage()).contains("things.jsonl: byte ").contains(parts);
        });
    }

    @Test
    void recordsOfRecordsListsAndMaps() throws Exception {
        assertThat(records("""
                        {"point":{"y":1,"x":2},"id":9007199254740993,"good":true,"unused":[{"a":[]}],"name":"a\\n\\u00e9"}

                        {"id":"7","kind":"LARGE","price":1.10,"day":"2026-01-31","good":false,"points":[{"x":1},null],\
                        "counts":{"b":2,"a":null},"any":[1,{"k":2.5}],"name":null}
                        """, Thing.class))
                .containsExactly(
                        new Thing(
                                9007199254740993L, "a\né", null, null, null, true, new Point(2, 1.0), null, null, null),
                        new Thing(
                                7,
                                null,
                                Kind.LARGE,
                                new BigDecimal("1.10"),
                                LocalDate.of(2026, 1, 31),
                                false,
                                null,
                                java.util.Arrays.asList(new Point(1, null), null),
                                counts(),
                                List.of(1L, Map.of("k", 2.5))));
    }

    private static Map<String, Integer> counts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        counts.put("b", 2);
        counts.put("a", null);
        return counts;
    }

    @Test
    void badLinesAreToldWithFilePlaceFieldAndValue() {
        assertBad("{\"x\":1}\n{\"x\":1.5}\n", Point.class, "byte 8", "'x'", "'1.5'", "whole number");
        assertBad("{\"y\":1}", Point.class, "'x'", "there is none");
        assertBad("{\"x\":null}", Point.class, "'x'", "there is none");
        assertBad("{\"x\":{}}", Point.class, "'x'", "{…");
        assertBad("[1]", Point.class, "the line is no object");
        assertBad("{\"x\":1} {\"x\":2}", Point.class, "something stands behind");
        assertBad("{\"x\":1", Point.class, "it is no JSON");
        assertBad("{\"x\":01}", Point.class, "it is no JSON");
        assertBad("{\"id\":1,\"good\":true,\"points\":[{\"x\":1},{\"x\":\"q\"}]}", Thing.class, "'points[1].x'", "'q'");
        assertBad("{\"id\":1,\"good\":true,\"name\":3}", Thing.class, "'name'", "'3'", "no text");
        assertBad("{\"id\":1,\"good\":true,\"kind\":\"MEDIUM\"}", Thing.class, "'kind'", "constant of Kind");
        assertBad("{\"id\":1,\"good\":true,\"counts\":{\"a\":[]}}", Thing.class, "'counts.a'");
    }

    @Test
    void badLinesAreSkippedCountedAndCollected() throws Exception {
        Path file = file("{\"x\":1}\nnothing\n{\"x\":true}\n{\"x\":2}\n");
        CollectionAccumulator<BadRow> bad = new CollectionAccumulator<>(0, "bad", 10);
        RecordedTask task = new RecordedTask(0, 0);
        assertThat(read(
                        JsonFileSource.ofRecords(file.toString(), options(9), Point.class, new BadRows.Collect(bad)),
                        task))
                .containsExactly(new Point(1, null), new Point(2, null));
        assertThat(task.counted().malformedInputs()).isEqualTo(2);
        assertThat(bad.value().stream().map(BadRow::place)).containsExactly("byte 8", "byte 16");
        assertThat(read(JsonFileSource.ofRecords(file.toString(), options(9), Point.class, new BadRows.Skip()), task))
                .hasSize(2);
    }

    @Test
    void classesThatCanNotBeReadAreRefused() {
        for (Class<?> type : List.of(String.class, Endless.class, Unknown.class)) {
            assertThatThrownBy(() -> records("{}", type))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining(type.getName());
        }
    }

    private <T> Path write(List<T> rows) throws Exception {
        OutputDirectory output =
                OutputDirectory.prepare(directory.resolve("out" + outputs++).toString(), false, List.of());
        output.commit(
                List.of(output.<T>writer(new JsonFormat<>(Malformed.KEEP), Compression.NONE)
                        .run(new IteratorRecords<>(rows.iterator()), new RecordedTask(0, 0))),
                1);
        return output.path().resolve("part-00000.jsonl");
    }

    @Test
    void recordsAreWrittenAndRead() throws Exception {
        List<Thing> things = List.of(
                new Thing(
                        1,
                        null,
                        Kind.SMALL,
                        new BigDecimal("1E+3"),
                        LocalDate.EPOCH,
                        true,
                        null,
                        List.of(),
                        Map.of(),
                        "x"),
                new Thing(
                        -1,
                        "\"\\\n\u2028",
                        null,
                        null,
                        null,
                        false,
                        new Point(1, 0.1),
                        List.of(new Point(2, -0.0)),
                        counts(),
                        3L));
        Path file = write(things);
        assertThat(read(
                        JsonFileSource.ofRecords(file.toString(), options(7), Thing.class, new BadRows.Refuse()),
                        new RecordedTask(0, 0)))
                .isEqualTo(things);
    }

    @Test
    void whatJsonCanNotHoldIsRefused() {
        for (Object value : List.of(Double.NaN, Float.POSITIVE_INFINITY, new Object())) {
            assertThatThrownBy(() -> write(List.of(List.of(value)))).isInstanceOf(EngineException.class);
        }
    }

    @Test
    void anyMapsAreWrittenAndReadInAnyCut() {
        Seeds.each("JsonLinesTest", 25, seed -> {
            Random random = new Random(seed);
            List<Object> rows = new ArrayList<>();
            for (int i = random.nextInt(20); i > 0; i--) {
                rows.add(map(random, 0));
            }
            Path file = write(rows);
            for (int splitBytes : new int[] {1, 3, 50, 100_000}) {
                assertThat(read(
                                JsonFileSource.ofMaps(file.toString(), options(splitBytes), new BadRows.Refuse()),
                                new RecordedTask(0, 0)))
                        .isEqualTo(rows);
            }
        });
    }

    private static Map<String, Object> map(Random random, int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put("k" + random.nextInt(9) + (random.nextInt(4) == 0 ? "\"é\n" : ""), value(random, depth));
        }
        return map;
    }

    @SuppressWarnings("NullAway") // a value may be null
    private static Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 6 : 8)) {
            case 0 -> null;
            case 1 -> random.nextLong();
            case 2 -> random.nextGaussian() * Math.pow(10, random.nextInt(600) - 300);
            case 3 -> random.nextBoolean();
            case 4 -> "\uD83D\uDEA2\t\u0000é\\".substring(0, 2 + random.nextInt(4)) + random.nextInt();
            case 5 -> BigInteger.ONE.shiftLeft(64 + random.nextInt(100));
            case 6 -> List.of(random.nextLong(), "x", map(random, depth + 1));
            default -> map(random, depth + 1);
        };
    }
}
