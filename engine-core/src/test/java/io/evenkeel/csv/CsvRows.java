package io.evenkeel.csv;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.file.BadRow;
import io.evenkeel.file.BadRows;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.operator.RowSource;
import io.evenkeel.record.Records;
import io.evenkeel.stats.CollectionAccumulator;
import io.evenkeel.text.TextOptions;
import io.evenkeel.text.TextSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads CSV inputs whole, as a job would. */
final class CsvRows {

    private CsvRows() {}

    static CsvOptions options() {
        return CsvOptions.of(TextOptions.of(TextSettings.from(Configuration.empty()), 1));
    }

    /** Options under which a file is cut into pieces of at most so many bytes. */
    static CsvOptions cutAt(CsvOptions options, int splitBytes) {
        return options.withText(options.text().withSplitSizes(new ByteSize(1), new ByteSize(splitBytes)));
    }

    /** All rows of all partitions, in order. */
    static <R> List<R> read(CsvFileSource<R> source, RecordedTask task) throws Exception {
        Optional<RowSource<PieceScan>> scan = source.scan();
        if (scan.isPresent()) {
            source.settle(rows(scan.get(), task));
        }
        return rows(source, task);
    }

    private static <R> List<R> rows(RowSource<R> source, RecordedTask task) throws Exception {
        List<R> rows = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            try (Records<R> records = source.open(source.split(partition), task)) {
                records.forEachRemaining(rows::add);
            }
        }
        return rows;
    }

    static List<List<String>> read(Path file, CsvOptions options) throws Exception {
        CsvInput input = CsvInput.of(file.toString(), options);
        return read(
                CsvFileSource.of(input, new ListMaker(input.columns()), new BadRows.Refuse()), new RecordedTask(0, 0));
    }

    /** Rows and bad rows of an input that may have both, in order. */
    static List<Object> readAll(Path file, CsvOptions options, int bufferBytes) throws Exception {
        CsvInput input = CsvInput.of(file.toString(), options);
        CollectionAccumulator<BadRow> bad = new CollectionAccumulator<>(0, "bad", 1_000_000);
        List<Object> all = new ArrayList<>(read(
                CsvFileSource.of(input, new ListMaker(input.columns()), new BadRows.Collect(bad), bufferBytes),
                new RecordedTask(0, 0)));
        all.addAll(bad.value());
        return all;
    }
}
