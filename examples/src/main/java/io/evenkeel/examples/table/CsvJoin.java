package io.evenkeel.examples.table;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.Skew;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import java.io.PrintStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Joins two CSV files, as {@code SELECT * FROM left JOIN right USING (columns)} does. */
public final class CsvJoin implements ExampleProgram {

    private static final String ON = "--on";
    private static final String TYPE = "--type";
    private static final List<String> TYPES = List.of("inner", "left", "right", "full", "semi", "anti");

    public static void main(String[] arguments) {
        new CsvJoin().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "join";
    }

    @Override
    public String summary() {
        return "joins two CSV files on equal columns";
    }

    @Override
    public String usage() {
        return """
                --on COL[,COL] [--type TYPE] [--strategy STRATEGY] [--overwrite] [--partitions N] LEFT.csv RIGHT.csv OUT
                Joins the rows of LEFT and RIGHT (files, directories or patterns) whose columns COL are equal, and writes
                CSV files to the directory OUT.
                TYPE is inner (unless said), left, right, full, semi or anti, as in SQL: left, right and full also give the
                rows that match nothing, semi gives the rows of LEFT that match something, anti those that match nothing.
                Columns are compared as text, as they stand: 1 and 01 differ. An empty field is null and matches nothing, ""
                is an empty text and matches another one.
                The result has the columns COL first, then the others of LEFT, then those of RIGHT; a column of RIGHT whose
                name is taken gets _right behind it. Of semi and anti it has the columns of LEFT. Its order is not defined.
                STRATEGY tells what to do about keys with very many rows. The rows of the result are the same with all.
                  auto       (unless said) by a sample: broadcast a small side, else split keys that have many rows
                  shuffle    bring equal keys together, and no more
                  broadcast  send the smaller side to every task whole, if it is small enough
                  split      find keys that have many rows, and deal the rows of each over several tasks
                  salt       deal all rows of LEFT over ten tasks for each key, and copy those of RIGHT ten times
                  replicate  the same the other way round
                A strategy that would have to copy rows of which the TYPE gives those without a match is refused.""";
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        TableArguments job = TableArguments.parse(arguments, 3, ON, TYPE, TableArguments.STRATEGY);
        String on = job.required(ON);
        String type = job.choice(TYPE, TYPES);
        Optional<Skew> skew = Strategy.ofJoin(job.choice(TableArguments.STRATEGY, Strategy.OF_JOINS));
        try (EngineSession session = EngineSession.builder().build()) {
            Table left = Table.read(session, job.operand(0));
            Table right = Table.read(session, job.operand(1));
            Layout layout = Layout.of(left, right, on);
            boolean leftOnly = type.equals("semi") || type.equals("anti");
            Dataset<List<@Nullable String>> rows = job.dealt(joined(left, right, layout, type, skew));
            job.output(rows, job.operand(2)).saveRows(leftOnly ? left.columns() : layout.columns());
        }
    }

    @SuppressWarnings("NullAway") // a key may be null, and matches nothing then
    private static Dataset<List<@Nullable String>> joined(
            Table left, Table right, Layout layout, String type, Optional<Skew> skew) {
        KeyedDataset<@Nullable List<@Nullable String>, List<String>> rows =
                left.rows().keyBy(row -> key(row, layout.leftKeys()));
        KeyedDataset<@Nullable List<@Nullable String>, List<String>> other =
                right.rows().keyBy(row -> key(row, layout.rightKeys()));
        return switch (type) {
            case "inner" ->
                skew.map(told -> rows.join(other, told))
                        .orElseGet(() -> rows.join(other))
                        .values()
                        .map(layout::row);
            case "left" ->
                skew.map(told -> rows.leftOuterJoin(other, told))
                        .orElseGet(() -> rows.leftOuterJoin(other))
                        .values()
                        .map(layout::row);
            case "right" ->
                skew.map(told -> rows.rightOuterJoin(other, told))
                        .orElseGet(() -> rows.rightOuterJoin(other))
                        .values()
                        .map(layout::row);
            case "full" ->
                skew.map(told -> rows.fullOuterJoin(other, told))
                        .orElseGet(() -> rows.fullOuterJoin(other))
                        .values()
                        .map(layout::row);
            case "semi" ->
                skew.map(told -> rows.semiJoin(other, told))
                        .orElseGet(() -> rows.semiJoin(other))
                        .values()
                        .map(CsvJoin::same);
            case "anti" ->
                skew.map(told -> rows.antiJoin(other, told))
                        .orElseGet(() -> rows.antiJoin(other))
                        .values()
                        .map(CsvJoin::same);
            default -> throw new IllegalArgumentException(type);
        };
    }

    private static List<@Nullable String> same(List<String> row) {
        return Collections.unmodifiableList(row);
    }

    /** The texts that are compared; null, which matches nothing, where one of them is. */
    private static @Nullable List<@Nullable String> key(List<String> row, List<Integer> places) {
        List<@Nullable String> key = Table.select(row, places);
        return key.contains(null) ? null : key;
    }

    /**
     * Which columns the result has. Immutable.
     *
     * @param leftOthers the places of the columns of the left side that are not compared
     */
    record Layout(
            List<String> columns,
            List<Integer> leftKeys,
            List<Integer> rightKeys,
            List<Integer> leftOthers,
            List<Integer> rightOthers)
            implements Serializable {

        static Layout of(Table left, Table right, String on) {
            List<Integer> leftKeys = left.places(on);
            List<Integer> rightKeys = right.places(on);
            List<Integer> leftOthers = others(left, leftKeys);
            List<Integer> rightOthers = others(right, rightKeys);
            List<String> columns = new ArrayList<>();
            leftKeys.forEach(place -> columns.add(left.columns().get(place)));
            leftOthers.forEach(place -> columns.add(left.columns().get(place)));
            for (int place : rightOthers) {
                String name = right.columns().get(place);
                while (columns.contains(name)) {
                    name += "_right";
                }
                columns.add(name);
            }
            return new Layout(columns, leftKeys, rightKeys, leftOthers, rightOthers);
        }

        private static List<Integer> others(Table table, List<Integer> keys) {
            return IntStream.range(0, table.columns().size())
                    .boxed()
                    .filter(place -> !keys.contains(place))
                    .toList();
        }

        List<@Nullable String> row(Pair<? extends @Nullable List<String>, ? extends @Nullable List<String>> match) {
            List<@Nullable String> row = new ArrayList<>(columns.size());
            List<String> left = match.key();
            List<String> right = match.value();
            if (left != null) {
                row.addAll(Table.select(left, leftKeys));
            } else if (right != null) {
                row.addAll(Table.select(right, rightKeys));
            }
            add(row, left, leftOthers);
            add(row, right, rightOthers);
            return row;
        }

        private static void add(List<@Nullable String> row, @Nullable List<String> side, List<Integer> places) {
            for (int place : places) {
                row.add(side == null ? null : side.get(place));
            }
        }
    }
}
