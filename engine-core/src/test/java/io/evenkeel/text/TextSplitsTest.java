package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.operator.RecordedTask;
import io.evenkeel.testing.Seeds;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However files are cut and buffered, the lines are those of the slow reader. */
class TextSplitsTest {

    @TempDir
    Path directory;

    @Test
    void anyCutOfATextGivesItsLines() throws Exception {
        Seeds.each("TextSplitsTest", 60, seed -> {
            Random random = new Random(seed);
            int bufferBytes = 1 + random.nextInt(40);
            byte[] text = RandomText.next(random, bufferBytes, random.nextBoolean());
            Path file = Files.write(directory.resolve("text-" + seed), text);
            Charset charset = random.nextInt(3) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
            for (LineEnding ending : LineEnding.values()) {
                List<String> expected = TextLines.naive(text, ending, charset);
                for (int splitBytes = 1; splitBytes <= text.length + 1; splitBytes++) {
                    TextOptions options =
                            TextLines.cutAt(splitBytes).withCharset(charset).withLineEnding(ending);
                    RecordedTask task = new RecordedTask(0, 0);
                    TextFileSource source = TextFileSource.of(file.toString(), options, bufferBytes);
                    assertThat(TextLines.read(source, task))
                            .as("split of %d, buffer of %d bytes", splitBytes, bufferBytes)
                            .isEqualTo(expected);
                    assertThat(task.counted().recordsRead()).isEqualTo(expected.size());
                }
            }
        });
    }

    @Test
    void manyFilesGiveTheirLinesInOrder() throws Exception {
        Seeds.each("TextSplitsTest", 40, seed -> {
            Random random = new Random(seed);
            Path files = Files.createDirectory(directory.resolve("files-" + seed));
            List<String> expected = new ArrayList<>();
            long total = 0;
            for (int i = 0; i < 9; i++) {
                byte[] text = random.nextInt(4) == 0 ? new byte[0] : RandomText.next(random, 20, false);
                Files.write(files.resolve("f" + i), text);
                total += text.length;
                expected.addAll(TextLines.naive(text, LineEnding.LF_OR_CRLF, StandardCharsets.UTF_8));
            }
            for (int splitBytes : new int[] {1, 7, 100, 500, 100_000}) {
                TextFileSource source = TextFileSource.of(files.toString(), TextLines.cutAt(splitBytes), 16);
                RecordedTask task = new RecordedTask(0, 0);
                assertThat(TextLines.read(source, task)).isEqualTo(expected);
                assertThat(source.partitions()).isLessThanOrEqualTo((int) Math.max(1, total));
                if (splitBytes == 100_000) {
                    assertThat(source.partitions()).isEqualTo(1);
                }
            }
        });
    }

    @Test
    void bytesOfAllPartitionsAreThoseOfTheFile() throws Exception {
        byte[] text = "one\r\ntwo\n\nfour without an end".getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(directory.resolve("text"), text);
        for (int splitBytes = 1; splitBytes <= text.length; splitBytes++) {
            RecordedTask task = new RecordedTask(0, 0);
            TextFileSource source = TextFileSource.of(file.toString(), TextLines.cutAt(splitBytes), 5);
            assertThat(TextLines.read(source, task)).containsExactly("one", "two", "", "four without an end");
            assertThat(task.counted().bytesRead()).isEqualTo(text.length);
        }
    }

    @Test
    void asManyPartitionsAsWantedUnlessThePiecesWouldBeTooSmall() throws Exception {
        Path file = Files.write(directory.resolve("text"), new byte[100_000]);
        TextOptions options = TextLines.options();
        assertThat(TextFileSource.of(file.toString(), options).partitions()).isEqualTo(1);
        assertThat(TextFileSource.of(file.toString(), options.withMinPartitions(5))
                        .partitions())
                .isEqualTo(5);
        assertThat(TextFileSource.of(file.toString(), options.withMinPartitions(1000))
                        .partitions())
                .isEqualTo(7);
        assertThat(TextFileSource.of(file.toString(), TextLines.cutAt(1000)).partitions())
                .isEqualTo(100);
    }

    @Test
    void aLineOverManySplitsBelongsToTheFirst() throws Exception {
        Path file = Files.writeString(directory.resolve("text"), "x".repeat(1000) + "\nshort\n");
        TextFileSource source = TextFileSource.of(file.toString(), TextLines.cutAt(10), 16);
        assertThat(source.partitions()).isEqualTo(101);
        assertThat(TextLines.readPartition(source, 0, new RecordedTask(0, 0))).containsExactly("x".repeat(1000));
        for (int partition = 1; partition < 99; partition++) {
            assertThat(TextLines.readPartition(source, partition, new RecordedTask(0, 0)))
                    .isEmpty();
        }
        assertThat(TextLines.read(source, new RecordedTask(0, 0))).hasSize(2).endsWith("short");
    }
}
