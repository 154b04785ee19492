package io.evenkeel.csv;

import io.evenkeel.file.BadRows;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import io.evenkeel.record.RecordsContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The rows of one split that holds several files, with blank and bad rows among them. */
class CsvRecordsTest extends RecordsContract<List<String>> {

    @TempDir
    Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(directory.resolve("a"), "x,y\n1,\"2\n\"\n\n3\n5,6\n");
        Files.writeString(directory.resolve("b"), "x,y\n");
        Files.writeString(directory.resolve("c"), "y,x\n8,7\n\"10\",9");
    }

    @Override
    protected Records<List<String>> open() {
        CsvInput input = CsvInput.of(directory.toString(), CsvRows.options());
        CsvFileSource<List<String>> source =
                CsvFileSource.of(input, new ListMaker(List.of("x", "y")), new BadRows.Skip(), 3);
        return source.open(source.split(0), new RecordedTask(0, 0));
    }

    @Override
    protected List<List<String>> expected() {
        return List.of(List.of("1", "2\n"), List.of("5", "6"), List.of("7", "8"), List.of("9", "10"));
    }
}
