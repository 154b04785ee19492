package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GzipTextTest {

    @TempDir
    Path directory;

    private static byte[] gzip(byte[] text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(text);
        }
        return packed.toByteArray();
    }

    private static byte[] gzip(String text) throws IOException {
        return gzip(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private Path file(byte[]... parts) throws IOException {
        return Files.write(directory.resolve("text.gz"), join(parts));
    }

    private void assertBroken(Path file, String reason) {
        assertThatThrownBy(() -> TextLines.read(file, TextLines.options()))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT))
                .hasMessageContaining(file.toString())
                .hasMessageContaining(reason);
    }

    @Test
    void anyTextInAnyNumberOfMembers() {
        Seeds.each("GzipTextTest", 100, seed -> {
            Random random = new Random(seed);
            byte[] text = RandomText.next(random, 30, false);
            int cut = random.nextInt(text.length + 1);
            Path file = file(
                    gzip(Arrays.copyOf(text, cut)),
                    gzip(new byte[0]),
                    gzip(Arrays.copyOfRange(text, cut, text.length)));
            TextFileSource source = TextFileSource.of(file.toString(), TextLines.cutAt(5), 1 + random.nextInt(40));
            assertThat(source.partitions()).isEqualTo(1);
            RecordedTask task = new RecordedTask(0, 0);
            List<String> expected = TextLines.naive(text, LineEnding.LF_OR_CRLF, StandardCharsets.UTF_8);
            assertThat(TextLines.read(source, task)).isEqualTo(expected);
            assertThat(task.counted().recordsRead()).isEqualTo(expected.size());
        });
    }

    @Test
    void optionalHeaderFieldsAreSkipped() throws IOException, Exception {
        byte[] plain = gzip("a\nb\n");
        byte[] header = {0x1F, (byte) 0x8B, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 2, 0, 'x', 'y', 'n', 0, 'c', 'o', 0};
        CRC32 checksum = new CRC32();
        checksum.update(header);
        byte[] headerChecksum = {(byte) checksum.getValue(), (byte) (checksum.getValue() >> 8)};
        Path file = file(header, headerChecksum, Arrays.copyOfRange(plain, 10, plain.length));
        assertThat(TextLines.read(file, TextLines.options())).containsExactly("a", "b");
    }

    @Test
    void zeroPaddingEndsTheFile() throws Exception {
        assertThat(TextLines.read(file(gzip("a\n"), new byte[600]), TextLines.options()))
                .containsExactly("a");
    }

    @Test
    void everyTruncationIsAnError() throws IOException {
        byte[] packed = gzip("some lines\nof a text\n".repeat(20));
        for (int length = 0; length < packed.length; length++) {
            assertBroken(file(Arrays.copyOf(packed, length)), "ends ");
        }
    }

    /** Some bits mean nothing to the text: times, the level, and what fills the last byte of a block. */
    @Test
    void aDamagedMemberIsAnErrorOrGivesTheTextAlsoTheSecond() throws Exception {
        byte[] first = gzip("first\n");
        byte[] second = gzip("second member\n");
        int errors = 0;
        for (int bit = 0; bit < second.length * 8; bit++) {
            byte[] damaged = second.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            Path file = file(first, damaged);
            try {
                assertThat(TextLines.read(file, TextLines.options())).containsExactly("first", "second member");
            } catch (EngineException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT);
                errors++;
            }
        }
        assertThat(errors).isGreaterThan((second.length - 8) * 8);
    }

    @Test
    void bytesBehindTheEndAreAnError() throws IOException {
        assertBroken(file(gzip("a\n"), new byte[] {'x'}), "not a gzip member");
        assertBroken(file(gzip("a\n"), new byte[] {0, 0, 'x'}), "no gzip member");
    }

    @Test
    void plainTextUnderTheNameIsAnError() throws IOException {
        assertBroken(file("plain".getBytes(StandardCharsets.UTF_8)), "not a gzip member");
    }

    @Test
    void otherCompressionsAreRefusedByName() throws IOException {
        Path file = Files.write(directory.resolve("text.xz"), new byte[] {(byte) 0xFD, '7', 'z'});
        assertThatThrownBy(() -> TextLines.read(file, TextLines.options()))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_UNREADABLE))
                .hasMessageContaining(".xz");
    }
}
