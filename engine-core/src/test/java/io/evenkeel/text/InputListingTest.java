package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.FileSplit;
import io.evenkeel.operator.RecordedTask;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a text input names. Each file's text is its own path below the directory. */
class InputListingTest {

    @TempDir
    Path directory;

    @BeforeEach
    void makeFiles() throws Exception {
        Files.createDirectories(directory.resolve("x"));
        Files.createDirectories(directory.resolve("y"));
        for (String name : List.of("b.txt", "a.txt", "c.log", "with space.txt", "_SUCCESS", ".hidden")) {
            Files.writeString(directory.resolve("x").resolve(name), "x/" + name + "\n");
        }
        Files.writeString(directory.resolve("y/a.txt"), "y/a.txt\n");
    }

    private List<String> read(String input) throws Exception {
        return TextLines.read(input, TextLines.options());
    }

    private List<String> readBelow(String input) throws Exception {
        return read(directory + "/" + input);
    }

    private void assertFails(String input, ErrorCode code, String... parts) {
        assertThatThrownBy(() -> read(input)).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.getMessage()).contains(parts);
        });
    }

    @Test
    void aFile() throws Exception {
        assertThat(readBelow("x/with space.txt")).containsExactly("x/with space.txt");
        assertThat(readBelow("x/_SUCCESS")).containsExactly("x/_SUCCESS");
    }

    @Test
    void aDirectoryWithoutMarksAndHiddenFiles() throws Exception {
        assertThat(readBelow("x")).containsExactly("x/a.txt", "x/b.txt", "x/c.log", "x/with space.txt");
        assertThat(readBelow("x/")).hasSize(4);
    }

    @Test
    void patterns() throws Exception {
        assertThat(readBelow("x/*.txt")).containsExactly("x/a.txt", "x/b.txt", "x/with space.txt");
        assertThat(readBelow("x/?.txt")).containsExactly("x/a.txt", "x/b.txt");
        assertThat(readBelow("x/[b-z].*")).containsExactly("x/b.txt", "x/c.log");
        assertThat(readBelow("x/[^a].*")).containsExactly("x/b.txt", "x/c.log");
        assertThat(readBelow("*/a.txt")).containsExactly("x/a.txt", "y/a.txt");
        assertThat(readBelow("{x,y}/a.txt")).containsExactly("x/a.txt", "y/a.txt");
        assertThat(readBelow("{y/a,x/{b,c}}.*")).containsExactly("x/b.txt", "x/c.log", "y/a.txt");
        assertThat(readBelow("{x/a.txt,x/a*}")).containsExactly("x/a.txt");
        assertThat(readBelow("?")).containsExactly("x/a.txt", "x/b.txt", "x/c.log", "x/with space.txt", "y/a.txt");
        assertThat(readBelow("x/.h*")).containsExactly("x/.hidden");
    }

    @Test
    void listsInTheirOwnOrder() throws Exception {
        assertThat(read(directory + "/y, " + directory + "/x/b.txt," + directory + "/x/{a,c}.*"))
                .containsExactly("y/a.txt", "x/b.txt", "x/a.txt", "x/c.log");
        assertThat(read(directory + "/y," + directory + "/y")).containsExactly("y/a.txt", "y/a.txt");
    }

    @Test
    void namesWithPatternCharactersAreTakenAsTheyStand() throws Exception {
        Files.writeString(directory.resolve("one,two [3]{*}.txt"), "odd\n");
        assertThat(readBelow("one,two [3]{*}.txt")).containsExactly("odd");
        assertThat(readBelow("one\\,two \\[3]*")).containsExactly("odd");
    }

    @Test
    void fileUris() throws Exception {
        assertThat(read(directory.resolve("x/with space.txt").toUri().toString()))
                .containsExactly("x/with space.txt");
        assertThat(read("file://" + directory + "/x/?.txt")).containsExactly("x/a.txt", "x/b.txt");
        assertFails("hdfs://host/data", ErrorCode.INVALID_ARGUMENT, "hdfs://host/data", "files of this machine");
    }

    @Test
    void relativePaths() throws Exception {
        Path relative = Path.of("").toAbsolutePath().relativize(directory.resolve("x"));
        assertThat(read(relative + "/a.txt")).containsExactly("x/a.txt");
        assertThat(read(relative + "/?.txt")).containsExactly("x/a.txt", "x/b.txt");
    }

    @Test
    void whatIsNotThere() throws Exception {
        String here = Path.of("").toAbsolutePath().toString();
        assertFails(directory + "/none", ErrorCode.INPUT_NOT_FOUND, directory + "/none", here);
        assertFails(directory + "/x/a.txt," + directory + "/none", ErrorCode.INPUT_NOT_FOUND, directory + "/none");
        assertFails(directory + "/x/*.csv", ErrorCode.INPUT_NOT_FOUND, "nothing matches", "*.csv");
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Files.createFile(empty.resolve("_SUCCESS"));
        assertFails(empty.toString(), ErrorCode.INPUT_NOT_FOUND, "no files", empty.toString());
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("none"));
        assertFails(directory + "/dangling", ErrorCode.INPUT_NOT_FOUND, "dangling");
        assertFails(" ", ErrorCode.INVALID_ARGUMENT, "path");
        assertFails(directory + "/x,,", ErrorCode.INVALID_ARGUMENT, "empty path");
        assertFails(directory + "/{x", ErrorCode.INVALID_ARGUMENT, "'{' without '}'");
        assertFails(directory + "/[x", ErrorCode.INVALID_ARGUMENT, "[x");
        assertFails("nul\0", ErrorCode.INVALID_ARGUMENT, "is no path");
    }

    @Test
    void whatIsNoTextFile() throws Exception {
        assertFails("/dev/null", ErrorCode.INPUT_UNREADABLE, "/dev/null", "neither a file nor a directory");
        Files.createSymbolicLink(directory.resolve("loop"), directory.resolve("loop"));
        assertFails(directory + "/loop", ErrorCode.INPUT_UNREADABLE, directory + "/loop");
        assertFails(directory + "/x/a.txt/below", ErrorCode.INPUT_NOT_FOUND, "a.txt/below");
        Files.delete(directory.resolve("loop"));
        assertFails(directory.toString(), ErrorCode.INPUT_UNREADABLE, directory + "/x", "directories are not searched");
    }

    @Test
    void emptyFilesHaveNoRows() throws Exception {
        Path file = Files.createFile(directory.resolve("empty.txt"));
        assertThat(TextLines.read(file, TextLines.options())).isEmpty();
        assertThat(TextFileSource.of(file.toString(), TextLines.options()).partitions())
                .isEqualTo(1);
    }

    @Test
    void aFileThatChangesAfterItWasListedFailsTheTask() throws Exception {
        Path file = directory.resolve("x/a.txt");
        for (String changed : List.of("longer than it was\n", "s", "X/a.txt\n")) {
            Files.writeString(file, "x/a.txt\n");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
            TextFileSource source = TextFileSource.of(file.toString(), TextLines.options());
            Files.writeString(file, changed);
            assertThatThrownBy(() -> TextLines.read(source, new RecordedTask(0, 0)))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_UNREADABLE))
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("since the input was listed");
        }
        TextFileSource source = TextFileSource.of(file.toString(), TextLines.options());
        Files.delete(file);
        assertThatThrownBy(() -> TextLines.read(source, new RecordedTask(0, 0)))
                .hasMessageContaining("no longer there");
    }

    @Test
    void aFileThatIsCutWhileItIsReadFailsTheTask() throws Exception {
        Path file = Files.writeString(directory.resolve("shrinking"), "0123456789\n".repeat(1000));
        TextFileSource source = TextFileSource.of(file.toString(), TextLines.options(), 64);
        assertThatThrownBy(() -> {
                    try (var records = source.open(source.split(0), new RecordedTask(0, 0))) {
                        records.forEachRemaining(line -> {
                            Files.writeString(file, "0123456789\n");
                            return true;
                        });
                    }
                })
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("went from 11000 to 11 bytes");
    }

    @Test
    void theSourceTravelsWithoutItsSplits() throws Exception {
        TextFileSource source = TextFileSource.of(directory + "/x", TextLines.options());
        TextFileSource arrived = (TextFileSource) travel(source);
        Object split = travel(source.split(0));
        assertThat(arrived.partitions()).isEqualTo(source.partitions());
        assertThat(arrived.describe()).isEqualTo("text " + directory + "/x");
        assertThat(source.files()).hasSize(4);
        assertThatThrownBy(() -> arrived.split(0)).isInstanceOf(IllegalStateException.class);
        try (var records = arrived.open((FileSplit) split, new RecordedTask(0, 0))) {
            assertThat(records.tryAdvance(line -> true)).isTrue();
        }
    }

    private static Object travel(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
