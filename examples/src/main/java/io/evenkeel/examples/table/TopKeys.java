package io.evenkeel.examples.table;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.examples.Arguments;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import io.evenkeel.scheduler.launcher.UsageException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Prints the most frequent values of a column of CSV files. */
public final class TopKeys implements ExampleProgram {

    private static final String KEY = "--key";
    private static final String ROWS = "-n";

    public static void main(String[] arguments) {
        new TopKeys().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "top-keys";
    }

    @Override
    public String summary() {
        return "prints the most frequent values of a column of CSV files";
    }

    @Override
    public String usage() {
        return """
                --key COL [-n ROWS] IN.csv
                Prints the ROWS (20 unless said) most frequent values of the column COL of IN (a file, directory or pattern),
                most frequent first and equally frequent ones in their order: lines with count, share of all rows in per cent,
                and value, with tabs between them. Values are compared as text; (null) stands for empty fields.""";
    }

    /** A value with its count; the natural order puts the frequent first. */
    record Ranked(long count, @Nullable String key) implements Comparable<Ranked> {
        @Override
        public int compareTo(Ranked other) {
            int byCount = Long.compare(other.count, count);
            return byCount != 0 ? byCount : ValueOrder.nullsFirst(key, other.key);
        }
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        Arguments parsed = Arguments.parse(arguments, Set.of(), Set.of(KEY, ROWS));
        String column = parsed.options().get(KEY);
        if (parsed.operands().size() != 1 || column == null) {
            throw new UsageException("one input and " + KEY + " are needed");
        }
        int rows = (int) Math.min(Integer.MAX_VALUE, parsed.positive(ROWS, 20));
        try (EngineSession session = EngineSession.builder().build()) {
            Table table = Table.read(session, parsed.operands().get(0));
            int place = table.place(column);
            KeyedDataset<@Nullable String, Long> counts = table.rows()
                    .keyBy(row -> row.get(place))
                    .mapValues(row -> 1L)
                    .reduceByKey(Long::sum)
                    .cache();
            long all = total(counts);
            List<Ranked> top = counts.map(count -> new Ranked(count.value(), count.key()))
                    .sortBy(ranked -> ranked)
                    .take(rows);
            for (Ranked ranked : top) {
                String key = ranked.key() == null ? "(null)" : ranked.key();
                out.println(ranked.count() + "\t" + String.format(Locale.ROOT, "%.2f", 100.0 * ranked.count() / all)
                        + "\t" + key);
            }
        }
    }

    private static long total(KeyedDataset<@Nullable String, Long> counts) {
        return counts.keyBy(count -> "all").mapValues(Pair::value).reduceByKey(Long::sum).collect().stream()
                .mapToLong(Pair::value)
                .sum();
    }
}
