package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.Compression;
import io.evenkeel.file.OutputDirectory;
import io.evenkeel.file.PartFileOutput;
import io.evenkeel.file.RowFormat;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts and directories: what is published, and what is left when something fails. */
class TextOutputTest {

    private static final RowFormat<Object> FORMAT = new TextFormat<>(StandardCharsets.UTF_8.name(), Malformed.REPLACE);

    @TempDir
    Path parent;

    private Path output() {
        return parent.resolve("out");
    }

    private OutputDirectory prepare(boolean overwrite) {
        return OutputDirectory.prepare(output().toString(), overwrite, List.of());
    }

    private static PartFileOutput<Object> writer(OutputDirectory directory) {
        return directory.writer(FORMAT, Compression.NONE);
    }

    private static WrittenPart write(OutputDirectory directory, int partition, Object... rows) throws Exception {
        return writer(directory).run(new ListedRows(List.of(rows)), new RecordedTask(partition, 0));
    }

    /** Everything below the parent, by relative name, directories included. */
    private List<String> everything() throws IOException {
        try (Stream<Path> paths = Files.walk(parent)) {
            return paths.filter(path -> !path.equals(parent))
                    .map(path -> parent.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    private static void assertFails(ThrowingCall call, ErrorCode code, String... parts) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(List.of(parts)).allSatisfy(part -> assertThat(e).hasMessageContaining(part));
        });
    }

    private interface ThrowingCall {
        void run() throws Exception;
    }

    private static final class ListedRows implements Records<Object> {

        private final Iterator<Object> rows;

        ListedRows(List<Object> rows) {
            this.rows = rows.iterator();
        }

        @Override
        public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
            if (!rows.hasNext()) {
                return false;
            }
            sink.accept(rows.next());
            return true;
        }

        @Override
        public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
            while (rows.hasNext()) {
                if (!sink.accept(rows.next())) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void aJobThatSucceedsLeavesItsPartsAndTheMark() throws Exception {
        OutputDirectory directory = prepare(false);
        RecordedTask task = new RecordedTask(1, 2);
        WrittenPart second = writer(directory).run(new ListedRows(List.of("é", 17L, "")), task);
        WrittenPart first = write(directory, 0);
        assertThat(everything()).doesNotContain("out/_SUCCESS");
        directory.commit(List.of(second, first), 2);
        assertThat(everything()).containsExactly("out", "out/_SUCCESS", "out/part-00000", "out/part-00001");
        assertThat(output().resolve("part-00001")).hasContent("é\n17\n\n");
        assertThat(output().resolve("part-00000")).isEmptyFile();
        assertThat(task.counted().recordsWritten()).isEqualTo(3);
        assertThat(task.counted().bytesWritten()).isEqualTo(7);
        assertThat(TextLines.read(output(), TextLines.options())).containsExactly("é", "17", "");
    }

    @Test
    void namesGrowWithThePartitions() {
        assertThat(List.of(0, 17, 99_999, 100_000, 1_234_567).stream()
                        .map(PartitionIndex::new)
                        .map(WrittenPart::fileName))
                .containsExactly("part-00000", "part-00017", "part-99999", "part-100000", "part-1234567");
    }

    @Test
    void anAttemptThatIsNotChosenLeavesNothing() throws Exception {
        OutputDirectory directory = prepare(false);
        WrittenPart chosen = write(directory, 0, "chosen");
        RecordedTask late = new RecordedTask(0, 1).denyCommit();
        assertFails(() -> writer(directory).run(new ListedRows(List.of("late")), late), ErrorCode.COMMIT_DENIED);
        assertThat(everything()).containsExactly("out", "out/_temporary", "out/part-00000");
        directory.commit(List.of(chosen), 1);
        assertThat(output().resolve("part-00000")).hasContent("chosen");
    }

    @Test
    void anAttemptThatComesAfterTheEndLeavesNothing() throws Exception {
        OutputDirectory directory = prepare(false);
        PartFileOutput<Object> writer = writer(directory);
        directory.commit(List.of(write(directory, 0, "row")), 1);
        assertFails(
                () -> writer.run(new ListedRows(List.of("late")), new RecordedTask(0, 1)),
                ErrorCode.OUTPUT_NOT_WRITABLE);
        assertThat(everything()).containsExactly("out", "out/_SUCCESS", "out/part-00000");
    }

    @Test
    void aFailingTaskLeavesNothingAndKeepsItsOwnException() throws Exception {
        OutputDirectory directory = prepare(false);
        Exception failure = new IOException("the user's own");
        Object row = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException(failure);
            }
        };
        assertThatThrownBy(() -> write(directory, 0, "fine", row)).hasCause(failure);
        assertThat(everything()).containsExactly("out", "out/_temporary");
        assertFails(
                () -> writer(directory).run(new ListedRows(Arrays.asList("a", null)), new RecordedTask(0, 0)),
                ErrorCode.INVALID_ARGUMENT,
                "row 1 ",
                "null");
        directory.abort(failure);
        assertThat(everything()).isEmpty();
    }

    @Test
    void aFullDiskIsNamedAndLeavesNothing() throws Exception {
        for (int room : new int[] {0, 10, 100_000}) {
            OutputDirectory directory = prepare(false);
            PartFileOutput<Object> writer = new PartFileOutput<>(
                    directory.workingPath(), FORMAT, Compression.NONE, path -> new FullDisk(path, room));
            List<Object> rows = new ArrayList<>();
            for (int i = 0; i < 30_000; i++) {
                rows.add("row " + i);
            }
            assertFails(
                    () -> writer.run(new ListedRows(rows), new RecordedTask(4, 0)),
                    ErrorCode.DISK_FAILED,
                    "part-00004",
                    "No space left on device",
                    "MB free");
            assertThat(everything()).containsExactly("out", "out/_temporary");
            directory.abort(new IllegalStateException());
            assertThat(everything()).isEmpty();
        }
    }

    /** A file on a disk that has room for some bytes. */
    private static final class FullDisk extends OutputStream {

        private final OutputStream file;
        private int room;

        FullDisk(Path path, int room) throws IOException {
            this.file = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW);
            this.room = room;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            file.write(bytes, offset, Math.min(room, length));
            room -= Math.min(room, length);
            if (room == 0) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Test
    void anExistingOutputIsRefused() throws Exception {
        Files.createDirectory(output());
        assertFails(() -> prepare(false), ErrorCode.OUTPUT_EXISTS, output().toString(), "overwrite");
        assertThat(everything()).containsExactly("out");
    }

    @Test
    void aFileInTheOutputsPlaceIsRefused() throws Exception {
        Files.writeString(output(), "mine");
        assertFails(() -> prepare(false), ErrorCode.OUTPUT_EXISTS, "not a directory");
        assertFails(() -> prepare(true), ErrorCode.OUTPUT_EXISTS, "not a directory");
        assertFails(
                () -> OutputDirectory.prepare(output() + "/below", false, List.of()),
                ErrorCode.OUTPUT_EXISTS,
                output() + " exists and is not a directory");
        assertThat(output()).hasContent("mine");
    }

    @Test
    void aPlaceThatCanNotBeWrittenIsRefused() {
        assertFails(
                () -> OutputDirectory.prepare("/proc/evenkeel/out", false, List.of()),
                ErrorCode.OUTPUT_NOT_WRITABLE,
                "/proc/evenkeel/out");
        assertFails(() -> OutputDirectory.prepare(" ", false, List.of()), ErrorCode.INVALID_ARGUMENT, "path");
    }

    @Test
    void parentsAreMadeAndGoAwayWithAnAbort() throws Exception {
        OutputDirectory directory = OutputDirectory.prepare(parent + "/a/b/out", false, List.of());
        write(directory, 0, "row");
        assertThat(everything()).contains("a/b/out/part-00000");
        directory.abort(new IllegalStateException());
        assertThat(everything()).isEmpty();
    }

    @Test
    void anOverwrittenDirectoryStaysUntilTheCommit() throws Exception {
        Files.createDirectory(output());
        Files.writeString(output().resolve("part-00007"), "old\n");
        OutputDirectory directory = prepare(true);
        WrittenPart part = write(directory, 0, "new");
        assertThat(output()).isDirectoryContaining("glob:**/part-00007");
        assertThat(output().resolve("part-00000")).doesNotExist();
        directory.commit(List.of(part), 1);
        assertThat(everything()).containsExactly("out", "out/_SUCCESS", "out/part-00000");
        assertThat(output().resolve("part-00000")).hasContent("new");
    }

    @Test
    void anAbortedOverwriteLeavesTheOldDirectory() throws Exception {
        Files.createDirectory(output());
        Files.writeString(output().resolve("part-00007"), "old\n");
        OutputDirectory directory = prepare(true);
        write(directory, 0, "new");
        directory.abort(new IllegalStateException());
        assertThat(everything()).containsExactly("out", "out/part-00007");
    }

    @Test
    void overwritingWhatIsNotThereIsAnOrdinaryOutput() throws Exception {
        OutputDirectory directory = prepare(true);
        directory.commit(List.of(write(directory, 0, "new")), 1);
        assertThat(everything()).containsExactly("out", "out/_SUCCESS", "out/part-00000");
    }

    @Test
    void overwritingThroughALinkKeepsTheLink() throws Exception {
        Path real = Files.createDirectory(parent.resolve("real"));
        Files.createSymbolicLink(output(), real);
        OutputDirectory directory = prepare(true);
        directory.commit(List.of(write(directory, 0, "new")), 1);
        assertThat(output()).isSymbolicLink();
        assertThat(real.resolve("part-00000")).hasContent("new");
    }

    @Test
    void whatTheJobReadsIsNotOverwritten() throws Exception {
        Files.createDirectory(output());
        Path input = Files.writeString(output().resolve("part-00000"), "input\n");
        Path link = Files.createSymbolicLink(parent.resolve("link"), input);
        for (Path read : List.of(input, link, output())) {
            assertFails(
                    () -> OutputDirectory.prepare(output().toString(), true, List.of(read)),
                    ErrorCode.INVALID_ARGUMENT,
                    "holds the input " + read);
        }
        for (String place : List.of("/", "", ".", System.getProperty("user.home"))) {
            assertFails(() -> OutputDirectory.prepare(place, true, List.of()), ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(input).hasContent("input");
    }

    @Test
    void aMissingOrDamagedPartIsFoundAtTheCommit() throws Exception {
        OutputDirectory directory = prepare(false);
        WrittenPart part = write(directory, 0, "row");
        assertFails(() -> directory.commit(List.of(part), 2), ErrorCode.INTERNAL, "1 partitions");
        assertFails(() -> directory.commit(List.of(part, part), 2), ErrorCode.INTERNAL, "by 2 tasks");
        Files.writeString(output().resolve("part-00000"), "");
        assertFails(() -> directory.commit(List.of(part), 1), ErrorCode.CORRUPT_DATA, "part-00000");
        assertThat(output().resolve("_SUCCESS")).doesNotExist();
        directory.abort(new IllegalStateException());
        assertThat(everything()).isEmpty();
    }

    @Test
    void charsetsThatAreNotWrittenAreRefused() {
        assertFails(() -> new TextFormat<>("UTF-16", Malformed.REPLACE), ErrorCode.INVALID_ARGUMENT, "UTF-16");
    }
}
