package io.evenkeel.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uniffle #40, SPARK-3948: channels that read, write or transfer less than they are asked for, and at another place. */
final class ShortTransfersTest {

    @TempDir
    private Path directory;

    @Test
    void everyByteIsWrittenAndReadOnce() {
        Seeds.each("ShortTransfersTest#everyByteIsWrittenAndReadOnce", 100, seed -> {
            Random random = new Random(seed);
            byte[] other = new byte[1 + random.nextInt(5_000)];
            random.nextBytes(other);
            Path from = Files.write(directory.resolve("from"), other);
            Path to = directory.resolve("to");
            Files.deleteIfExists(to);
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            try (ReadableFile source = new ChannelReader(from, mean(from, random, StandardOpenOption.READ));
                    WritableFile file = new ChannelWriter(
                            to, mean(to, random, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), 0)) {
                for (int i = 0; i < 20; i++) {
                    int offset = random.nextInt(other.length);
                    int length = random.nextInt(other.length - offset + 1);
                    expected.write(other, offset, length);
                    if (random.nextBoolean()) {
                        file.write(other, offset, length);
                    } else {
                        file.append(source, offset, length);
                    }
                    assertThat(file.position()).isEqualTo(expected.size());
                }
            }
            assertThat(to).hasBinaryContent(expected.toByteArray());
            byte[] read = new byte[expected.size() + 2];
            try (ReadableFile file = new ChannelReader(to, mean(to, random, StandardOpenOption.READ))) {
                file.readFully(0, read, 1, expected.size());
                assertThat(java.util.Arrays.copyOfRange(read, 1, read.length - 1))
                        .isEqualTo(expected.toByteArray());
                assertThatThrownBy(() -> file.readFully(1, read, 0, expected.size()))
                        .isInstanceOf(EOFException.class)
                        .hasMessageContaining(to.toString());
            }
        });
    }

    @Test
    void aTransferThatEndsElsewhereIsNoticed() throws IOException {
        Path from = Files.write(directory.resolve("from"), new byte[100]);
        Path to = directory.resolve("to");
        FileChannel channel = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (ReadableFile source = new LocalBlockFiles().open(from);
                WritableFile file = new ChannelWriter(to, channel, 0)) {
            file.append(source, 0, 10);
            channel.position(5); // what the next transfer is appended behind
            assertThatThrownBy(() -> file.append(source, 0, 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("stands at 15")
                    .hasMessageContaining("expected 20");
        }
    }

    private static FileChannel mean(Path path, Random random, StandardOpenOption... options) throws IOException {
        return new MeanFileChannel(FileChannel.open(path, options), random);
    }
}
