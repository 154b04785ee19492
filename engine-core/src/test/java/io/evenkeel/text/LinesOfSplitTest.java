package io.evenkeel.text;

import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import io.evenkeel.record.RecordsContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The lines of one split that holds several files, an empty one among them. */
class LinesOfSplitTest extends RecordsContract<String> {

    @TempDir
    Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(directory.resolve("a"), "one\n\ntwo\r\n");
        Files.writeString(directory.resolve("b"), "");
        Files.writeString(directory.resolve("c"), "three\nno end of line");
    }

    @Override
    protected Records<String> open() throws Exception {
        TextFileSource source = TextFileSource.of(directory.toString(), TextLines.options(), 1);
        return source.open(source.split(0), new RecordedTask(0, 0));
    }

    @Override
    protected List<String> expected() {
        return List.of("one", "", "two", "three", "no end of line");
    }
}
