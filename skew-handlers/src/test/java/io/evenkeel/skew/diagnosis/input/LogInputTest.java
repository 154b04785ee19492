package io.evenkeel.skew.diagnosis.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import com.ning.compress.lzf.LZFOutputStream;
import io.evenkeel.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.SnappyOutputStream;

class LogInputTest {

    private interface Wrap {
        OutputStream over(OutputStream out) throws IOException;
    }

    private static final Map<LogCodec, Wrap> WRITERS = writers();

    private static Map<LogCodec, Wrap> writers() {
        Map<LogCodec, Wrap> writers = new LinkedHashMap<>();
        writers.put(LogCodec.PLAIN, out -> out);
        writers.put(LogCodec.LZ4, out -> new LZ4BlockOutputStream(out, 1 << 12));
        writers.put(LogCodec.ZSTD, ZstdOutputStreamNoFinalizer::new);
        writers.put(LogCodec.SNAPPY, out -> new SnappyOutputStream(out, 1 << 12));
        writers.put(LogCodec.LZF, LZFOutputStream::new);
        writers.put(LogCodec.GZIP, GZIPOutputStream::new);
        return Map.copyOf(writers);
    }

    private static byte[] packed(LogCodec codec, byte[] text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = Objects.requireNonNull(WRITERS.get(codec)).over(bytes)) {
            out.write(text);
        }
        return bytes.toByteArray();
    }

    private static List<String> lines(byte[] input, int maxLineBytes) {
        List<String> lines = new ArrayList<>();
        try (LogLines reader =
                LogPart.of("test", new ByteArrayInputStream(input)).open(maxLineBytes)) {
            while (reader.next()) {
                lines.add(new String(reader.buffer(), reader.start(), reader.length(), StandardCharsets.ISO_8859_1));
            }
        }
        return lines;
    }

    private static byte[] text(Random random, int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append("{\"line\":")
                    .append(i)
                    .append(",\"x\":\"")
                    .append("ab".repeat(random.nextInt(200)))
                    .append("\"}\n");
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void everyCodecIsToldByItsFirstBytes() throws IOException {
        byte[] text = text(new Random(1), 300);
        for (LogCodec codec : WRITERS.keySet()) {
            byte[] packed = packed(codec, text);
            assertThat(LogCodec.detect(new ByteArrayInputStream(packed))).isEqualTo(codec);
            assertThat(lines(packed, 1 << 20))
                    .as(codec.name())
                    .isEqualTo(lines(text, 1 << 20))
                    .hasSize(300);
        }
        byte[] twice = packed(LogCodec.GZIP, packed(LogCodec.ZSTD, text));
        assertThat(lines(twice, 1 << 20)).hasSize(300);
    }

    /** SPARK-6197, SPARK-21447. */
    @Test
    void aStreamCutAnywhereGivesTheLinesBeforeTheCut() throws IOException {
        byte[] text = text(new Random(2), 40);
        List<String> all = lines(text, 1 << 20);
        int cuts = 0;
        for (LogCodec codec : WRITERS.keySet()) {
            byte[] packed = packed(codec, text);
            for (int length = 0; length < packed.length; length++) {
                List<String> found = lines(java.util.Arrays.copyOf(packed, length), 1 << 20);
                int whole = Math.max(0, found.size() - 1);
                boolean packedHeadOnly = codec != LogCodec.PLAIN && length < 16;
                if (!packedHeadOnly) {
                    assertThat(found.subList(0, whole))
                            .as(codec + " cut at " + length)
                            .isEqualTo(all.subList(0, whole));
                }
                cuts++;
            }
        }
        assertThat(cuts).isGreaterThan(5_000);
    }

    @Test
    void flippedBitsNeverBreakTheReader() {
        Seeds.each("LogInputTest#flippedBitsNeverBreakTheReader", 300, seed -> {
            Random random = new Random(seed);
            for (LogCodec codec : WRITERS.keySet()) {
                byte[] packed = packed(codec, text(random, 20));
                for (int flip = 0; flip <= random.nextInt(4); flip++) {
                    packed[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(8));
                }
                assertThat(lines(packed, 1 << 20)).isNotNull();
            }
        });
    }

    @Test
    void linesAreThoseOfANaiveSplitAndLongOnesAreCounted() {
        Seeds.each("LogInputTest#linesAreThoseOfANaiveSplitAndLongOnesAreCounted", 60, seed -> {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            int count = 1 + random.nextInt(60);
            for (int i = 0; i < count; i++) {
                int size = random.nextInt(4) == 0 ? random.nextInt(400_000) : random.nextInt(50);
                text.append("x".repeat(size)).append(i < count - 1 || random.nextBoolean() ? "\n" : "");
            }
            int limit = 1 + random.nextInt(300_000);
            List<String> expected = new ArrayList<>();
            int longLines = 0;
            for (String line : text.toString().split("\n", -1)) {
                longLines += line.length() > limit ? 1 : 0;
                if (!line.isEmpty() && line.length() <= limit) {
                    expected.add(line);
                }
            }
            byte[] input = text.toString().getBytes(StandardCharsets.ISO_8859_1);
            assertThat(lines(input, limit)).isEqualTo(expected);
            try (LogLines reader =
                    LogPart.of("test", new ByteArrayInputStream(input)).open(limit)) {
                while (reader.next()) {
                    assertThat(reader.length()).isLessThanOrEqualTo(limit);
                }
                assertThat(reader.skippedLines()).isEqualTo(longLines);
                assertThat(reader.bytesRead()).isEqualTo(input.length);
            }
        });
    }

    @Test
    void aDamagedBlockHeaderTakesNoMemory() throws IOException {
        byte[] packed = packed(LogCodec.LZ4, text(new Random(3), 20));
        // The compressed size of the first block, little-endian: two gigabytes.
        packed[12] = 0x7F;
        assertThat(lines(packed, 1 << 20)).isEmpty();
    }
}
