package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes that are no text: replaced, kept or refused, and counted. */
class MalformedTextTest {

    private static final byte[] OVERLONG_SLASH = {(byte) 0xC0, (byte) 0xAF};

    @TempDir
    Path directory;

    private Path file(byte[] bytes) throws Exception {
        return Files.write(directory.resolve("text"), bytes);
    }

    @Test
    void replacedByDefaultAndCountedByLine() throws Exception {
        Path file = file(new byte[] {'a', (byte) 0xFF, (byte) 0xFE, '\n', 'b', '\n', (byte) 0xC3, '\n'});
        RecordedTask task = new RecordedTask(0, 0);
        TextFileSource source = TextFileSource.of(file.toString(), TextLines.options());
        assertThat(TextLines.read(source, task)).containsExactly("a\uFFFD\uFFFD", "b", "\uFFFD");
        assertThat(task.counted().malformedInputs()).isEqualTo(2);
    }

    @Test
    void aReplacementCharacterInTheTextIsNoRepair() throws Exception {
        Path file = file("a\uFFFDb\n".getBytes(StandardCharsets.UTF_8));
        for (Malformed policy : Malformed.values()) {
            RecordedTask task = new RecordedTask(0, 0);
            TextFileSource source =
                    TextFileSource.of(file.toString(), TextLines.options().withMalformed(policy));
            assertThat(TextLines.read(source, task)).containsExactly("a\uFFFDb");
            assertThat(task.counted().malformedInputs()).isZero();
        }
    }

    @Test
    void refusedWithFileAndOffset() throws Exception {
        Path file = file(new byte[] {'a', 'b', '\n', 'c', 'd', (byte) 0xE2, (byte) 0x82, '\n'});
        TextOptions options = TextLines.options().withMalformed(Malformed.REFUSE);
        assertThatThrownBy(() -> TextLines.read(file, options))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT))
                .hasMessageContaining(file + ": byte 5 ")
                .hasMessageContaining("evenkeel.text.malformed");
    }

    @Test
    void keptBytesComeOutAsTheyWere() throws Exception {
        Seeds.each("MalformedTextTest", 200, seed -> {
            Random random = new Random(seed);
            byte[] text = RandomText.next(random, 30, true);
            for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII)) {
                TextOptions options = TextLines.cutAt(1 + random.nextInt(50))
                        .withCharset(charset)
                        .withLineEnding(LineEnding.LF)
                        .withMalformed(Malformed.KEEP);
                RecordedTask task = new RecordedTask(0, 0);
                TextFileSource source = TextFileSource.of(file(text).toString(), options, 20);
                ByteArrayOutputStream written = new ByteArrayOutputStream();
                try (LineWriter writer = new LineWriter(written, charset, Malformed.REFUSE)) {
                    for (String line : TextLines.read(source, task)) {
                        writer.write(line);
                    }
                    writer.finish();
                }
                assertThat(written.toByteArray()).isEqualTo(withLastNewline(text));
                assertThat(task.counted().malformedInputs()).isEqualTo(malformedLines(text, charset));
            }
        });
    }

    private static byte[] withLastNewline(byte[] text) {
        if (text.length == 0 || text[text.length - 1] == '\n') {
            return text;
        }
        ByteArrayOutputStream ended = new ByteArrayOutputStream();
        ended.writeBytes(text);
        ended.write('\n');
        return ended.toByteArray();
    }

    /** Lines that a strict decoder of the JDK refuses. */
    private static long malformedLines(byte[] text, Charset charset) {
        return TextLines.naive(text, LineEnding.LF, StandardCharsets.ISO_8859_1).stream()
                .map(line -> line.getBytes(StandardCharsets.ISO_8859_1))
                .filter(line -> !isText(line, charset))
                .count();
    }

    private static boolean isText(byte[] line, Charset charset) {
        try {
            charset.newDecoder().decode(ByteBuffer.wrap(line));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Test
    void overlongFormsAndEncodedSurrogatesAreNoText() throws Exception {
        Path file = file(new byte[] {
            OVERLONG_SLASH[0],
            OVERLONG_SLASH[1],
            '\n',
            (byte) 0xED,
            (byte) 0xA0,
            (byte) 0x80,
            '\n',
            (byte) 0xF4,
            (byte) 0x90,
            (byte) 0x80,
            (byte) 0x80
        });
        TextOptions options = TextLines.options().withMalformed(Malformed.KEEP);
        assertThat(TextLines.read(file, options))
                .containsExactly("\uDCC0\uDCAF", "\uDCED\uDCA0\uDC80", "\uDCF4\uDC90\uDC80\uDC80");
    }

    @Test
    void aByteWithoutCharacterInASingleByteCharset() throws Exception {
        Path file = file(new byte[] {(byte) 0x80, (byte) 0x81, '\n'});
        TextOptions windows = TextLines.options().withCharset(Charset.forName("windows-1252"));
        assertThat(TextLines.read(file, windows)).containsExactly("€\uFFFD");
        assertThat(TextLines.read(file, windows.withMalformed(Malformed.KEEP))).containsExactly("€\uDC81");
        assertThatThrownBy(() -> TextLines.read(file, windows.withMalformed(Malformed.REFUSE)))
                .hasMessageContaining("byte 1 ");
    }

    @Test
    void charsetsWithOtherNewlinesAreRefused() {
        assertThatThrownBy(() -> TextLines.options().withCharset(StandardCharsets.UTF_16LE))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("UTF-16LE")
                .hasMessageContaining("UTF-8");
        assertThatThrownBy(() -> TextLines.options().withCharset(Charset.forName("IBM037")))
                .hasMessageContaining("IBM037");
    }

    @Test
    void theByteOrderMarkIsNoTextUnlessBytesAreKept() throws Exception {
        Path file = file("\uFEFFfirst\nsecond\n".getBytes(StandardCharsets.UTF_8));
        assertThat(TextLines.read(file, TextLines.cutAt(1))).containsExactly("first", "second");
        assertThat(TextLines.read(file, TextLines.options().withMalformed(Malformed.KEEP)))
                .containsExactly("\uFEFFfirst", "second");
    }
}
