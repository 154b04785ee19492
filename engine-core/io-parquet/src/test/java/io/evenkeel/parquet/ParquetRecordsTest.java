package io.evenkeel.parquet;

import io.evenkeel.file.RowWriter;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import io.evenkeel.record.RecordsContract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The rows of several row groups of several files keep the contract of rows. */
class ParquetRecordsTest extends RecordsContract<ParquetRecordsTest.Row> {

    @TempDir
    Path directory;

    record Row(int id, String text) {}

    private static List<Row> rows(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> new Row(i, "row " + i)).toList();
    }

    @BeforeEach
    void write() throws IOException {
        ParquetFormat<Row> format = new ParquetFormat<>(Row.class, ParquetCompression.ZSTD, 1 << 10);
        for (int i = 0; i < 3; i++) {
            try (OutputStream out = Files.newOutputStream(directory.resolve("part-" + i + ".parquet"));
                    RowWriter<Row> writer = format.open(out, new RecordedTask(0, 0))) {
                for (Row row : i == 1 ? List.<Row>of() : rows(i * 100, i * 100 + 150)) {
                    writer.write(row);
                }
                writer.finish();
            }
        }
    }

    @Override
    protected Records<Row> open() {
        ParquetSource<Row> source = ParquetSource.of(directory.toString(), Row.class, 1, 1 << 20, 1 << 30);
        return source.open(source.split(0), new RecordedTask(0, 0));
    }

    @Override
    protected List<Row> expected() {
        return IntStream.concat(IntStream.range(0, 150), IntStream.range(200, 350))
                .mapToObj(i -> new Row(i, "row " + i))
                .toList();
    }
}
