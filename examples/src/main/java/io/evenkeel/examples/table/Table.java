package io.evenkeel.examples.table;

import io.evenkeel.dataset.CsvReader;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.scheduler.launcher.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of CSV files with the names of their columns. Immutable.
 *
 * @param path of the files, for messages
 * @param columns the names, in the order of the rows' texts
 * @param rows texts, null where a field is empty
 */
record Table(String path, List<String> columns, Dataset<List<String>> rows) {

    /**
     * Names the files; they are read when a job runs.
     *
     * @throws UsageException if they have no header
     */
    static Table read(EngineSession session, String path) {
        CsvReader reader = session.csv(path);
        List<String> columns = reader.columns();
        if (columns.isEmpty()) {
            throw new UsageException(path + " is empty; it must begin with the names of its columns");
        }
        return new Table(path, columns, reader.rows(columns.toArray(String[]::new)));
    }

    /** The place of a column. */
    int place(String column) {
        int place = columns.indexOf(column);
        if (place < 0) {
            throw new UsageException(
                    path + " has no column '" + column + "'; its columns are " + String.join(", ", columns));
        }
        return place;
    }

    /** The places of columns whose names are given with commas between them. */
    List<Integer> places(String names) {
        return Arrays.stream(names.split(",", -1)).map(this::place).toList();
    }

    /** Some of a row's texts. */
    static List<@Nullable String> select(List<String> row, List<Integer> places) {
        List<@Nullable String> selected = new ArrayList<>(places.size());
        for (int place : places) {
            selected.add(row.get(place));
        }
        return Collections.unmodifiableList(selected);
    }
}
