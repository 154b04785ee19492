package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineWriterTest {

    /** Around the size of the writer's buffer. */
    private static final int LONG_LINE = 1 << 16;

    @Test
    void writesWhatTheJdkEncodes() {
        Seeds.each("LineWriterTest", 50, seed -> {
            Random random = new Random(seed);
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                lines.add(randomLine(random));
            }
            String text = String.join("\n", lines) + "\n";
            assertThat(write(lines, StandardCharsets.UTF_8, Malformed.REFUSE))
                    .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
            assertThat(write(lines, StandardCharsets.ISO_8859_1, Malformed.REPLACE))
                    .isEqualTo(text.getBytes(StandardCharsets.ISO_8859_1));
        });
    }

    private static String randomLine(Random random) {
        int length = switch (random.nextInt(6)) {
            case 0 -> LONG_LINE - 4 + random.nextInt(8);
            case 1 -> random.nextInt(1 << 14);
            default -> random.nextInt(40);
        };
        boolean ascii = random.nextBoolean();
        StringBuilder line = new StringBuilder(length + 1);
        while (line.length() < length) {
            int character = random.nextInt(ascii ? 0x80 : random.nextInt(10) == 0 ? 0x110000 : 0x900);
            if (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE) {
                line.appendCodePoint(character);
            }
        }
        return line.toString();
    }

    private static byte[] write(List<String> lines, Charset charset, Malformed policy) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (LineWriter writer = new LineWriter(bytes, charset, policy)) {
            for (String line : lines) {
                writer.write(line);
            }
            assertThat(writer.lines()).isEqualTo(lines.size());
            writer.finish();
            assertThat(writer.bytes()).isEqualTo(bytes.size());
        }
        return bytes.toByteArray();
    }

    /** Whatever else is in the line, and however long it is. */
    @Test
    void keptBytesAreWritten() {
        Seeds.each("LineWriterTest#keptBytesAreWritten", 50, seed -> {
            Random random = new Random(seed);
            String before = randomLine(random) + (random.nextBoolean() ? "?" : "");
            String after = randomLine(random);
            byte kept = (byte) (0x80 + random.nextInt(0x80));
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            expected.writeBytes(before.getBytes(StandardCharsets.UTF_8));
            expected.write(kept);
            expected.writeBytes((after + "\n").getBytes(StandardCharsets.UTF_8));
            String line = before + KeptBytes.toCharacter(kept & 0xFF) + after;
            assertThat(write(List.of(line), StandardCharsets.UTF_8, Malformed.REFUSE))
                    .isEqualTo(expected.toByteArray());
        });
    }

    @Test
    void charactersWithoutBytesAreReplacedAndCountedByLine() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (LineWriter writer = new LineWriter(bytes, StandardCharsets.UTF_8, Malformed.REPLACE)) {
            writer.write("a\uD800b\uDFFF");
            writer.write("fine");
            writer.finish();
            assertThat(writer.repairedLines()).isEqualTo(1);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("a?b?\nfine\n");
    }

    @Test
    void charactersWithoutBytesAreRefusedWithTheirPlace() {
        assertThatThrownBy(() -> write(List.of("ok", "ab€"), StandardCharsets.ISO_8859_1, Malformed.REFUSE))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("row 1 ")
                .hasMessageContaining("U+20AC at character 2")
                .hasMessageContaining("ISO-8859-1");
    }
}
