package io.evenkeel.skew.diagnosis.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells, aligned: the first columns to the left, the others to the right. Confined to one thread. */
final class TextTable {

    private final int leftColumns;
    private final List<String[]> rows = new ArrayList<>();

    TextTable(int leftColumns) {
        this.leftColumns = leftColumns;
    }

    void row(String... cells) {
        rows.add(cells);
    }

    /** The lines, each after the indentation, without blanks at their ends. */
    List<String> lines(String indent) {
        int columns = rows.stream().mapToInt(row -> row.length).max().orElse(0);
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.length; i++) {
                String blanks = " ".repeat(widths[i] - row[i].length());
                line.append(i == 0 ? "" : "  ");
                line.append(i < leftColumns ? row[i] + blanks : blanks + row[i]);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
