package io.evenkeel.testing.labelled;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** How often the report said what it should: a confusion matrix. Confined to one thread. */
public final class Score {

    private static final String NONE = "none";

    private final Map<String, Map<String, Integer>> counts = new TreeMap<>();
    private final List<String> misses = new ArrayList<>();

    /** One stage: what it was made to be, and what the report says. */
    public void add(String expected, String said, String where) {
        counts.computeIfAbsent(expected, key -> new TreeMap<>()).merge(said, 1, Integer::sum);
        if (!expected.equals(said)) {
            misses.add(where + ": " + expected + " was called " + said);
        }
    }

    private int sum(boolean expectsFinding, boolean saysFinding, boolean right) {
        int sum = 0;
        for (Map.Entry<String, Map<String, Integer>> row : counts.entrySet()) {
            for (Map.Entry<String, Integer> cell : row.getValue().entrySet()) {
                boolean counts = (!expectsFinding || !row.getKey().equals(NONE))
                        && (!saysFinding || !cell.getKey().equals(NONE))
                        && (!right || row.getKey().equals(cell.getKey()));
                sum += counts ? cell.getValue() : 0;
            }
        }
        return sum;
    }

    /** Which part of the classes other than none that the report gave is right. */
    public double precision() {
        return sum(false, true, true) / (double) sum(false, true, false);
    }

    /** Which part of the stages made to be other than none was given the right class. */
    public double recall() {
        return sum(true, false, true) / (double) sum(true, false, false);
    }

    public List<String> misses() {
        return List.copyOf(misses);
    }

    /** The matrix as a table of Markdown: a row is what was made, a column what was said. */
    public String table() {
        TreeSet<String> names = new TreeSet<>(counts.keySet());
        counts.values().forEach(row -> names.addAll(row.keySet()));
        StringBuilder text = new StringBuilder("| made \\ said | " + String.join(" | ", names) + " |\n|");
        text.append(" --- |".repeat(names.size() + 1)).append('\n');
        for (String made : names) {
            text.append("| ").append(made);
            for (String said : names) {
                text.append(" | ").append(counts.getOrDefault(made, Map.of()).getOrDefault(said, 0));
            }
            text.append(" |\n");
        }
        return text.toString();
    }
}
