package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pushed, pulled, stopped and closed: the rows are the same, and what was read is counted. */
class TextRecordsTest {

    @TempDir
    Path directory;

    private TextFileSource source(int lines) throws Exception {
        Path file = directory.resolve("text");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append(i).append('\n');
        }
        return TextFileSource.of(Files.writeString(file, text).toString(), TextLines.options(), 100);
    }

    @Test
    void anyMixOfPushingAndPullingGivesTheSameRows() {
        Seeds.each("TextRecordsTest", 100, seed -> {
            Random random = new Random(seed);
            Path files = Files.createDirectory(directory.resolve("d" + seed));
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                byte[] text = RandomText.next(random, 20, true);
                Files.write(files.resolve("f" + i), text);
                expected.addAll(TextLines.naive(text, LineEnding.LF_OR_CRLF, StandardCharsets.UTF_8));
            }
            TextFileSource source = TextFileSource.of(files.toString(), TextLines.options(), 20);
            RecordedTask task = new RecordedTask(0, 0);
            List<String> rows = new ArrayList<>();
            try (Records<String> records = source.open(source.split(0), task)) {
                boolean more = true;
                while (more) {
                    if (random.nextBoolean()) {
                        more = records.tryAdvance(rows::add);
                    } else {
                        int enough = rows.size() + 1 + random.nextInt(4);
                        more = !records.forEachRemaining(row -> {
                            rows.add(row);
                            return rows.size() < enough;
                        });
                    }
                }
                assertThat(records.tryAdvance(rows::add)).isFalse();
                assertThat(records.forEachRemaining(rows::add)).isTrue();
            }
            assertThat(rows).isEqualTo(expected);
            assertThat(task.counted().recordsRead()).isEqualTo(expected.size());
        });
    }

    @Test
    void closingEarlyCountsWhatWasReadAndEndsTheRows() throws Exception {
        TextFileSource source = source(10_000);
        RecordedTask task = new RecordedTask(0, 0);
        Records<String> records = source.open(source.split(0), task);
        for (int i = 0; i < 1500; i++) {
            records.tryAdvance(row -> true);
        }
        records.close();
        records.close();
        assertThat(records.tryAdvance(row -> true)).isFalse();
        assertThat(task.counted().recordsRead()).isEqualTo(1500);
        assertThat(task.counted().bytesRead()).isEqualTo(10 * 2 + 90 * 3 + 900 * 4 + 500 * 5);
    }

    @Test
    void aCancelledTaskEndsSoon() throws Exception {
        TextFileSource source = source(10_000);
        RecordedTask task = new RecordedTask(0, 0);
        List<String> rows = new ArrayList<>();
        try (Records<String> records = source.open(source.split(0), task)) {
            assertThatThrownBy(() -> records.forEachRemaining(row -> {
                        task.cancel();
                        return rows.add(row);
                    }))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TASK_CANCELLED));
        }
        assertThat(rows).hasSizeLessThan(2000);
    }

    @Test
    void whatTheSinkThrowsIsPassedOn() throws Exception {
        TextFileSource source = source(10);
        IOException failure = new IOException("the user's own");
        try (Records<String> records = source.open(source.split(0), new RecordedTask(0, 0))) {
            assertThatThrownBy(() -> records.forEachRemaining(row -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
        }
    }
}
