package io.evenkeel.examples.table;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.Skew;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Aggregates the rows of CSV files by columns, as {@code SELECT … GROUP BY} does. */
public final class CsvAggregate implements ExampleProgram {

    private static final String BY = "--by";
    private static final String AGG = "--agg";

    public static void main(String[] arguments) {
        new CsvAggregate().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "aggregate";
    }

    @Override
    public String summary() {
        return "counts, sums and more over the rows of CSV files, by columns";
    }

    @Override
    public String usage() {
        return """
                --by COL[,COL] --agg MEASURE[,MEASURE] [--strategy STRATEGY] [--overwrite] [--partitions N] IN.csv OUT
                Puts the rows of IN (a file, directory or pattern) together that have equal texts in the columns COL, and
                writes CSV files with a row for each group to the directory OUT: the columns COL, then a column for each
                MEASURE, named count or, for example, sum_price. The order of the rows is not defined.
                  count         how many rows            count:COL     how many rows in which COL is not empty
                  sum:COL       their sum                avg:COL       their mean
                  min:COL       the least value          max:COL       the greatest value
                  distinct:COL  how many different texts
                  p95:COL       the least value that at least 95 % of the values are not above (p1 to p99.99)
                An empty field is null: empty fields are one group, and no measure but count looks at them; of no values at
                all, count and distinct are 0 and the others are empty. "" is an empty text.
                Numbers are decimal (12, -0.5, 1e3). sum is exact, as long as it may get; avg is the exact mean as a double;
                in a column with a text that is no number both fail. min, max and p95 put numbers, by their value, before
                other texts, by their code points, and give the text as it stands.
                STRATEGY tells what to do about groups with very many rows: auto (unless said) looks at a sample and works
                in two stages where it helps, salt always does, each group in ten parts first, and shuffle never. The result
                is the same.""";
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        TableArguments job = TableArguments.parse(arguments, 2, BY, AGG, TableArguments.STRATEGY);
        String by = job.required(BY);
        String measuresText = job.required(AGG);
        Optional<Skew> skew = Strategy.ofAggregation(job.choice(TableArguments.STRATEGY, Strategy.OF_AGGREGATIONS));
        try (EngineSession session = EngineSession.builder().build()) {
            Table table = Table.read(session, job.operand(0));
            List<Integer> groups = table.places(by);
            List<Measure> measures = Measure.parse(measuresText, table);
            List<String> columns = new ArrayList<>();
            groups.forEach(place -> columns.add(table.columns().get(place)));
            measures.forEach(measure -> columns.add(measure.title()));
            Dataset<List<@Nullable Object>> rows = measured(table.rows(), groups, measures, skew)
                    .map(group -> {
                        List<@Nullable Object> row = new ArrayList<>(group.key());
                        row.addAll(group.value());
                        return row;
                    });
            job.output(job.dealt(rows), job.operand(1)).saveRows(columns);
        }
    }

    /** The values of all measures for each group. */
    private static KeyedDataset<List<@Nullable String>, List<@Nullable Object>> measured(
            Dataset<List<String>> rows, List<Integer> groups, List<Measure> measures, Optional<Skew> skew) {
        KeyedDataset<List<@Nullable String>, List<Tally>> tallies =
                rows.keyBy(row -> Table.select(row, groups)).mapValues(row -> Tally.of(row, measures));
        SerializableBiFunction<List<Tally>, List<Tally>, List<Tally>> together =
                (one, other) -> Tally.together(one, other, measures);
        KeyedDataset<List<@Nullable String>, List<@Nullable Object>> result = skew.map(
                        told -> tallies.reduceByKey(together, told))
                .orElseGet(() -> tallies.reduceByKey(together))
                .mapValues(found -> results(found, measures));
        for (int i = 0; i < measures.size(); i++) {
            int place = i;
            Measure measure = measures.get(i);
            if (!measure.isTallied()) {
                Object ofNothing = measure.kind() == Measure.Kind.DISTINCT ? 0L : null;
                result = result.leftOuterJoin(apart(rows, groups, measure))
                        .mapValues(pair -> with(pair.key(), place, pair.value() == null ? ofNothing : pair.value()));
            }
        }
        return result;
    }

    private static List<@Nullable Object> results(List<Tally> tallies, List<Measure> measures) {
        List<@Nullable Object> results = new ArrayList<>(measures.size());
        for (int i = 0; i < measures.size(); i++) {
            results.add(tallies.get(i).result(measures.get(i).kind()));
        }
        return results;
    }

    private static List<@Nullable Object> with(List<@Nullable Object> results, int place, @Nullable Object value) {
        List<@Nullable Object> changed = new ArrayList<>(results);
        changed.set(place, value);
        return changed;
    }

    /** A measure that looks at all values of a group: each value goes once, with how often it came up. */
    private static KeyedDataset<List<@Nullable String>, Object> apart(
            Dataset<List<String>> rows, List<Integer> groups, Measure measure) {
        int place = measure.place();
        KeyedDataset<List<@Nullable String>, Pair<String, Long>> counted = rows.filter(row -> row.get(place) != null)
                .keyBy(row -> new Pair<>(Table.select(row, groups), row.get(place)))
                .mapValues(row -> 1L)
                .reduceByKey(Long::sum)
                .keyBy(value -> value.key().key())
                .mapValues(value -> new Pair<>(value.key().value(), value.value()));
        if (measure.kind() == Measure.Kind.DISTINCT) {
            return counted.mapValues(value -> 1L).reduceByKey(Long::sum).mapValues(count -> count);
        }
        return counted.groupByKey().mapValues(values -> GroupQuantile.of(values, measure.fraction()));
    }
}
