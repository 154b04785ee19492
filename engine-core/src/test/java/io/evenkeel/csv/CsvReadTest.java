package io.evenkeel.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.BadRow;
import io.evenkeel.file.BadRows;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.stats.CollectionAccumulator;
import io.evenkeel.text.Malformed;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of fields, and of those that are wrong. */
class CsvReadTest {

    @TempDir
    Path directory;

    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "grass";
            }
        }
    }

    record Person(String name, int age) {
        Person {
            if (age < 0) {
                throw new IllegalArgumentException("negative age");
            }
        }
    }

    record Everything(
            byte small,
            @Nullable Short medium,
            long large,
            @Nullable Double ratio,
            float part,
            boolean truth,
            char letter,
            @Nullable BigDecimal amount,
            BigInteger huge,
            @Nullable LocalDate day,
            LocalTime time,
            LocalDateTime moment,
            OffsetDateTime offset,
            Instant instant,
            UUID id,
            @Nullable Colour colour,
            @Nullable String text) {}

    private Path file(String text) throws Exception {
        return Files.writeString(directory.resolve("people.csv"), text);
    }

    private static <R> List<R> read(Path file, Class<R> type, BadRows badRows, RecordedTask task) throws Exception {
        CsvInput input = CsvInput.of(file.toString(), CsvRows.options());
        return CsvRows.read(CsvFileSource.of(input, new RecordMaker<>(type, true), badRows), task);
    }

    private static <R> List<R> read(Path file, Class<R> type) throws Exception {
        return read(file, type, new BadRows.Refuse(), new RecordedTask(0, 0));
    }

    private static void assertFails(ThrowingCall call, ErrorCode code, String... parts) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.getMessage()).contains(parts);
        });
    }

    private interface ThrowingCall {
        void run() throws Exception;
    }

    @Test
    void componentsAreFoundByName() throws Exception {
        Path file = file("age,unused,name\n31,x,\"Ada, \"\"the\"\" first\"\n 4 ,,Bo\n");
        assertThat(read(file, Person.class)).containsExactly(new Person("Ada, \"the\" first", 31), new Person("Bo", 4));
    }

    @Test
    void allTypesAndNothing() throws Exception {
        String header =
                "small,medium,large,ratio,part,truth,letter,amount,huge,day,time,moment,offset,instant,id,colour,text";
        Path file = file(header + "\n"
                + "-128,32767,9223372036854775807,1.5e300,0.25,TRUE,é,12.3400,123456789012345678901234567890,2026-02-28,"
                + "23:59:59,2026-01-31 12:00:00,2026-01-31T12:00:00+01:00,2026-01-31T12:00:00Z,"
                + "00000000-0000-0001-0000-000000000002,GREEN,\"\"\n"
                + "1,,2,,3,false,x,,4,,00:00,2026-01-31T12:00,2026-01-31T12:00Z,1970-01-01T00:00:00Z,"
                + "00000000-0000-0001-0000-000000000002,,\n");
        UUID id = new UUID(1, 2);
        LocalDateTime noon = LocalDateTime.of(2026, 1, 31, 12, 0);
        assertThat(read(file, Everything.class))
                .containsExactly(
                        new Everything(
                                (byte) -128,
                                (short) 32767,
                                Long.MAX_VALUE,
                                1.5e300,
                                0.25f,
                                true,
                                'é',
                                new BigDecimal("12.3400"),
                                new BigInteger("123456789012345678901234567890"),
                                LocalDate.of(2026, 2, 28),
                                LocalTime.of(23, 59, 59),
                                noon,
                                OffsetDateTime.parse("2026-01-31T12:00:00+01:00"),
                                Instant.parse("2026-01-31T12:00:00Z"),
                                id,
                                Colour.GREEN,
                                ""),
                        new Everything(
                                (byte) 1,
                                null,
                                2,
                                null,
                                3,
                                false,
                                'x',
                                null,
                                BigInteger.valueOf(4),
                                null,
                                LocalTime.MIDNIGHT,
                                noon,
                                OffsetDateTime.parse("2026-01-31T12:00Z"),
                                Instant.EPOCH,
                                id,
                                null,
                                null));
    }

    @Test
    void aBadValueIsToldWithFileLineColumnAndValue() throws Exception {
        Path file = file("name,age\n\"two\nlines\",1\nBo,4x\n");
        assertFails(
                () -> read(file, Person.class),
                ErrorCode.MALFORMED_INPUT,
                file.toString(),
                "line 4",
                "column 'age'",
                "'4x'",
                "whole number of 32 bits");
    }

    @Test
    void everyKindOfBadRowIsRefused() throws Exception {
        assertFails(() -> read(file("name,age\nBo,\n"), Person.class), ErrorCode.MALFORMED_INPUT, "empty");
        assertFails(() -> read(file("name,age\nBo,99999999999\n"), Person.class), ErrorCode.MALFORMED_INPUT, "'age'");
        assertFails(() -> read(file("name,age\nBo,-1\n"), Person.class), ErrorCode.MALFORMED_INPUT, "negative age");
        assertFails(
                () -> read(file("name,age\nBo\n"), Person.class),
                ErrorCode.MALFORMED_INPUT,
                "1 field and not 2",
                "line 2");
        assertFails(
                () -> read(file("name,age\nBo,1,2\n"), Person.class), ErrorCode.MALFORMED_INPUT, "3 fields and not 2");
        assertFails(
                () -> read(file("name,age\n\"Bo\"x,1\n"), Person.class),
                ErrorCode.MALFORMED_INPUT,
                "text stands behind a closing quote");
        assertFails(
                () -> read(file("name,age\nBo,1\n\"never closed,1\n"), Person.class),
                ErrorCode.MALFORMED_INPUT,
                "a quote is not closed",
                "line 3");
    }

    @Test
    void badRowsAreSkippedAndCounted() throws Exception {
        Path file = file("name,age\nAda,31\nBo,x\n\"C\"\"\"c,1\nDi,5\n");
        RecordedTask task = new RecordedTask(0, 0);
        assertThat(read(file, Person.class, new BadRows.Skip(), task))
                .containsExactly(new Person("Ada", 31), new Person("Di", 5));
        assertThat(task.counted().malformedInputs()).isEqualTo(2);
        assertThat(task.counted().recordsRead()).isEqualTo(4);
        assertThat(task.counted().bytesRead()).isEqualTo(Files.size(file) - "name,age\n".length());
    }

    @Test
    void badRowsAreCollected() throws Exception {
        Path file = file("name,age\nAda,31\nBo,x\n");
        CollectionAccumulator<BadRow> bad = new CollectionAccumulator<>(0, "bad", 10);
        assertThat(read(file, Person.class, new BadRows.Collect(bad), new RecordedTask(0, 0)))
                .hasSize(1);
        assertThat(bad.value())
                .containsExactly(new BadRow(file.toString(), "line 3", "age", "x", "it is no whole number of 32 bits"));
    }

    @Test
    void headersMustBeWhole() throws Exception {
        assertFails(
                () -> read(file("name\nBo\n"), Person.class), ErrorCode.INVALID_ARGUMENT, "no column 'age'", "name");
        assertFails(() -> read(file("name,name\n"), Person.class), ErrorCode.MALFORMED_INPUT, "two columns");
        assertFails(() -> read(file("name,\n"), Person.class), ErrorCode.MALFORMED_INPUT, "column 2 has no name");
        assertFails(() -> read(file("x\n"), Object.class), ErrorCode.INVALID_ARGUMENT, "no record class");
        assertFails(() -> read(file("x\n"), Holder.class), ErrorCode.INVALID_ARGUMENT, "component 'held'", "Object");
    }

    record Holder(Object held) {}

    @Test
    void withoutHeaderComponentsAreTakenInOrder() throws Exception {
        CsvOptions options =
                CsvRows.options().withHeader(false).withSeparator('\t').withQuote('\'');
        Path file = file("'A\ta'\t1\nBo\t2\n");
        CsvInput input = CsvInput.of(file.toString(), options);
        assertThat(input.columns()).containsExactly("column1", "column2");
        assertThat(CsvRows.read(
                        CsvFileSource.of(input, new RecordMaker<>(Person.class, false), new BadRows.Refuse()),
                        new RecordedTask(0, 0)))
                .containsExactly(new Person("A\ta", 1), new Person("Bo", 2));
    }

    @Test
    void aWordForNothingCountsWithoutQuotesOnly() throws Exception {
        Path file = file("a,b\nNA,\"NA\"\n");
        assertThat(CsvRows.read(file, CsvRows.options().withNullWord("NA")).get(0))
                .containsExactly(null, "NA");
    }

    @Test
    void packedFilesHaveHeadersAndLinesToo() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write("\uFEFFname,age\nAda,31\nBo,x\n".getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(directory.resolve("people.csv.gz"), packed.toByteArray());
        assertFails(() -> read(file, Person.class), ErrorCode.MALFORMED_INPUT, "line 3", "'x'");
        assertThat(read(file, Person.class, new BadRows.Skip(), new RecordedTask(0, 0)))
                .containsExactly(new Person("Ada", 31));
    }

    @Test
    void bytesThatAreNoTextMakeABadRowWhereTheyAreRefused() throws Exception {
        Path file = Files.write(directory.resolve("bytes.csv"), new byte[] {'a', '\n', (byte) 0xFF, '\n', 'b', '\n'});
        CsvOptions refusing =
                CsvRows.options().withText(CsvRows.options().text().withMalformed(Malformed.REFUSE));
        assertThat(CsvRows.readAll(file, refusing, 100)).hasSize(2).contains(List.of("b"));
        assertThat(CsvRows.read(file, CsvRows.options())).containsExactly(List.of("\uFFFD"), List.of("b"));
    }

    @Test
    void aRowAboveTheLimitFailsNamingTheLimit() throws Exception {
        CsvOptions options = CsvRows.options().withText(CsvRows.options().text().withMaxLineLength(new ByteSize(2000)));
        assertThat(CsvRows.read(file("a\n" + "x".repeat(1990) + "\n"), options)).hasSize(1);
        assertFails(
                () -> CsvRows.readAll(file("a\nb\n\"" + "x\n".repeat(100_000)), options, 100),
                ErrorCode.MALFORMED_INPUT,
                "line 3",
                "evenkeel.text.maxLineLength",
                "quote");
    }

    @Test
    void separatorsThatAreNoSingleByteAreRefused() {
        for (char wrong : new char[] {'\n', '\r', 'é', '"'}) {
            assertFails(() -> CsvRows.options().withSeparator(wrong), ErrorCode.INVALID_ARGUMENT, "separator");
        }
    }
}
