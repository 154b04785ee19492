package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.RecordedTask;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongLineTest {

    private static final int LINE_MIB = 100;

    @TempDir
    Path directory;

    @Test
    void aLineOf100MegabytesIsOneRowOfItsFirstSplit() throws Exception {
        Path file = directory.resolve("text");
        byte[] mebibyte = new byte[1 << 20];
        Arrays.fill(mebibyte, (byte) 'x');
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("before\n".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < LINE_MIB; i++) {
                out.write(mebibyte);
            }
            out.write("\nbehind\n".getBytes(StandardCharsets.UTF_8));
        }
        TextOptions options = TextLines.options().withSplitSizes(ByteSize.ofMib(1), ByteSize.ofMib(8));
        TextFileSource source = TextFileSource.of(file.toString(), options);
        assertThat(source.partitions()).isEqualTo(13);
        long[] lengths = new long[3];
        int[] rows = new int[1];
        for (int partition = 0; partition < source.partitions(); partition++) {
            try (var records = source.open(source.split(partition), new RecordedTask(partition, 0))) {
                records.forEachRemaining(line -> {
                    lengths[rows[0]++] = line.length();
                    return true;
                });
            }
            if (partition < source.partitions() - 1) {
                assertThat(rows[0]).as("rows up to partition %d", partition).isEqualTo(2);
            }
        }
        assertThat(lengths).containsExactly(6, (long) LINE_MIB << 20, 6);
    }

    @Test
    void aLineUpToTheLimitIsReadAndALongerOneRefused() throws Exception {
        TextOptions options = TextLines.options().withMaxLineLength(new ByteSize(1000));
        for (String end : new String[] {"\n", "\r\n", ""}) {
            for (int bufferBytes : new int[] {1, 7, 500, 1000, 1002, 5000}) {
                Path fits = Files.writeString(directory.resolve("fits"), "a\n" + "x".repeat(1000) + end);
                TextFileSource source = TextFileSource.of(fits.toString(), options, bufferBytes);
                assertThat(TextLines.read(source, new RecordedTask(0, 0))).containsExactly("a", "x".repeat(1000));

                Path tooLong = Files.writeString(directory.resolve("long"), "a\n" + "x".repeat(1001) + end);
                TextFileSource refused = TextFileSource.of(tooLong.toString(), options, bufferBytes);
                assertThatThrownBy(() -> TextLines.read(refused, new RecordedTask(0, 0)))
                        .isInstanceOfSatisfying(
                                EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT))
                        .hasMessageContaining(tooLong + ": the line at byte 2 ")
                        .hasMessageContaining("evenkeel.text.maxLineLength = 1000");
            }
        }
    }
}
