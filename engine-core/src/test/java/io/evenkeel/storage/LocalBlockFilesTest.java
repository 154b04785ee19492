package io.evenkeel.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalBlockFilesTest {

    private final BlockFiles files = new LocalBlockFiles();

    @TempDir
    private Path directory;

    private static void write(WritableFile file, String text) throws IOException {
        file.write(text.getBytes(StandardCharsets.US_ASCII), 0, text.length());
    }

    @Test
    void resumesBehindTheBytesToKeepAndCutsOffTheOthers() throws IOException {
        Path path = Files.writeString(directory.resolve("a"), "kept and cut off");
        try (WritableFile file = files.resume(path, 4)) {
            assertThat(path).hasContent("kept");
            assertThat(file.position()).isEqualTo(4);
            write(file, ", more");
            assertThat(file.position()).isEqualTo(10);
        }
        assertThat(path).hasContent("kept, more");
    }

    /** SPARK-3948: bytes that the system copies go to the end too. */
    @Test
    void appendsPartsOfOtherFilesWhereItResumed() throws IOException {
        Path path = Files.writeString(directory.resolve("a"), "abc");
        Path other = Files.writeString(directory.resolve("b"), "0123456789");
        try (WritableFile file = files.resume(path, 3);
                ReadableFile source = files.open(other)) {
            file.append(source, 2, 5);
            write(file, "!");
            file.append(source, 9, 1);
            assertThat(file.position()).isEqualTo(10);
        }
        assertThat(path).hasContent("abc23456!9");
    }

    @Test
    void refusesAFileThatIsTooShortOrMissing() throws IOException {
        Path path = Files.writeString(directory.resolve("a"), "abc");
        assertThatThrownBy(() -> files.resume(path, 4))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("has 3 bytes")
                .hasMessageContaining("4");
        assertThat(path).hasContent("abc");
        assertThatThrownBy(() -> files.resume(directory.resolve("b"), 0)).isInstanceOf(NoSuchFileException.class);
        assertThat(directory.resolve("b")).doesNotExist();
    }
}
