package io.evenkeel.dataset;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as a table of text: a column for each component of a record, one column for anything else. Stateless. */
final class RowTable {

    private static final int WIDEST = 60;

    private RowTable() {}

    static String of(List<?> rows) {
        List<List<String>> lines = new ArrayList<>();
        Class<?> type = commonRecord(rows);
        lines.add(type == null ? List.of("row") : names(type));
        rows.forEach(row -> lines.add(type == null ? List.of(cell(row)) : cells(type, row)));
        return text(lines);
    }

    /** The class of records that all rows are of; null if there is none. */
    private static @Nullable Class<?> commonRecord(List<?> rows) {
        Class<?> type = null;
        for (Object row : rows) {
            if (!(row instanceof Record) || (type != null && row.getClass() != type)) {
                return null;
            }
            type = row.getClass();
        }
        return type;
    }

    private static List<String> names(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    private static List<String> cells(Class<?> type, Object row) {
        List<String> cells = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            try {
                component.getAccessor().setAccessible(true);
                cells.add(cell(component.getAccessor().invoke(row)));
            } catch (ReflectiveOperationException | RuntimeException e) {
                cells.add("?");
            }
        }
        return cells;
    }

    private static String cell(@Nullable Object value) {
        String text = value instanceof Object[] array
                ? Arrays.deepToString(array)
                : String.valueOf(value).replace('\n', ' ');
        return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
    }

    private static String text(List<List<String>> lines) {
        int[] widths = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder padded = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String cell = line.get(column);
                padded.append(column == 0 ? "" : "  ").append(cell);
                padded.append(" ".repeat(widths[column] - cell.length()));
            }
            text.append(padded.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
