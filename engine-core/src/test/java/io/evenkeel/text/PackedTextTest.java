package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.Compression;
import io.evenkeel.file.OutputDirectory;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Text in every packed form: written, read, put together, cut short and damaged. */
class PackedTextTest {

    @TempDir
    Path directory;

    private int outputs;

    private Path pack(Compression compression, List<String> lines) throws Exception {
        Path output = directory.resolve("out" + outputs++);
        OutputDirectory opened = OutputDirectory.prepare(output.toString(), false, List.of());
        RecordedTask task = new RecordedTask(0, 0);
        WrittenPart part = opened.<String>writer(
                        new TextFormat<>(StandardCharsets.UTF_8.name(), Malformed.KEEP), compression)
                .run(new IteratorRecords<>(lines.iterator()), task);
        opened.commit(List.of(part), 1);
        Path file = output.resolve(part.fileName());
        assertThat(part.fileName()).isEqualTo("part-00000" + compression.suffix());
        assertThat(task.counted().bytesWritten()).isEqualTo(part.bytes()).isEqualTo(Files.size(file));
        return file;
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void whatIsWrittenIsRead(Compression compression) {
        Seeds.each("PackedTextTest", 5, seed -> {
            Random random = new Random(seed);
            List<String> lines = new ArrayList<>();
            int count = random.nextInt(3) == 0 ? 0 : random.nextInt(20_000);
            for (int i = 0; i < count; i++) {
                lines.add(random.nextInt(4) == 0 ? "" : Long.toString(random.nextLong(), 36) + "é€");
            }
            Path file = pack(compression, lines);
            TextFileSource source =
                    TextFileSource.of(file.getParent() + "/part*", TextLines.cutAt(1000), 1 + random.nextInt(1 << 16));
            assertThat(TextLines.read(source, new RecordedTask(0, 0))).isEqualTo(lines);
            if (compression != Compression.NONE) {
                assertThat(source.partitions()).isEqualTo(1);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "BZIP2", "ZSTD", "LZ4"})
    void packedFilesPutTogetherAreReadToTheEnd(Compression compression) throws Exception {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.writeBytes(Files.readAllBytes(pack(compression, List.of("one", "two"))));
        joined.writeBytes(Files.readAllBytes(pack(compression, List.of())));
        joined.writeBytes(Files.readAllBytes(pack(compression, List.of("three"))));
        Path file = Files.write(directory.resolve("joined" + compression.suffix()), joined.toByteArray());
        assertThat(TextLines.read(file, TextLines.options())).containsExactly("one", "two", "three");
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "BZIP2", "ZSTD", "LZ4"})
    void everyTruncationIsAnError(Compression compression) throws Exception {
        byte[] packed = Files.readAllBytes(pack(compression, lines(30)));
        Path file = directory.resolve("cut" + compression.suffix());
        for (int length = 0; length < packed.length; length++) {
            Files.write(file, Arrays.copyOf(packed, length));
            assertThatThrownBy(() -> TextLines.read(file, TextLines.options()))
                    .as("%s bytes of %s", length, packed.length)
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT))
                    .hasMessageContaining(file.toString());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "BZIP2", "ZSTD", "LZ4"})
    void aFlippedBitIsAnErrorOrChangesNothing(Compression compression) throws Exception {
        List<String> lines = lines(20);
        byte[] packed = Files.readAllBytes(pack(compression, lines));
        Path file = directory.resolve("damaged" + compression.suffix());
        int errors = 0;
        for (int bit = 0; bit < packed.length * 8; bit++) {
            byte[] damaged = packed.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(file, damaged);
            try {
                assertThat(TextLines.read(file, TextLines.options()))
                        .as("bit %s", bit)
                        .isEqualTo(lines);
            } catch (EngineException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT);
                errors++;
            }
        }
        assertThat(errors).isGreaterThan(packed.length * 5);
    }

    private static List<String> lines(int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add("line " + i * 7919);
        }
        return lines;
    }
}
