package io.evenkeel.perf.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes {@code docs/performance.md} from recorded runs. Stateless. */
final class PerformancePage {

    private static final List<String> ENGINES = List.of("evenkeel", "spark-rdd", "spark-sql", "duckdb", "plain");

    private static final String HEAD = """
            # Performance

            This page is written by `bin/evenkeel perf report` from the runs of one machine; don't edit it.

            Each run is a process of its own with two worker threads, measured from its start to its end, with what Java takes to
            become warm. A record is a function of its number, so each engine computes the same rows; a result that differs from
            the others' in its rows or in the sum of their hashes is an error. What only checks the result is not measured, nor is
            making what a run reads: the text of W1, DuckDB's tables. The workloads are in `perf/src/main`, those of the others
            in `perf/peers`; `bin/evenkeel perf list` says what they do.

            """;

    private static final String TAIL = """
            In brackets is how many times as long as this engine it took; more than 1 is slower than this engine. All figures are
            medians; the last table says of how many runs, which took turns. A size of 1 is what `bin/evenkeel perf list` says.
            *spark-rdd* is Apache Spark's RDD API, *spark-sql* its SQL with adaptive execution, *plain* a program for this one
            workload with arrays of primitive values. DuckDB's memory is its limit, others' their heap.

            ## Measuring it yourself

            ```
            mvn -B -Pquick,peers -pl perf/peers -am package
            bin/evenkeel perf compare W2 --variant hot50 --engines evenkeel,spark-rdd,duckdb --runs 3
            bin/evenkeel perf report
            ```

            Runs are kept in `results.jsonl` of the directory that is measured in. A run of another engine is not repeated as long as
            there are enough of it and a short canary says that the machine is as fast as it was then, within 10 %; `--fresh` repeats
            it all the same.

            Single parts are measured by JMH: codecs, the map of sums, the sort of pointers, sorting with and without spills, writers
            and readers of shuffles, the scheduler's decisions. What each tells stands in its comment.

            ```
            mvn -B -DskipTests -pl perf -am package
            java -jar perf/target/evenkeel-perf-*.jar -l
            java -jar perf/target/evenkeel-perf-*.jar SorterBenchmark
            ```
            """;

    private static final double MICROS = 1e6;

    private PerformancePage() {}

    /** A row of the table: what was run with which memory at which size. */
    private record Case(String workload, String variant, String heap, double scale) implements Comparable<Case> {

        @Override
        public int compareTo(Case other) {
            return key().compareTo(other.key());
        }

        private String key() {
            return workload + " " + variant + " " + heap + " " + scale;
        }
    }

    static String write(List<Recorded> runs, String machine) {
        Map<Case, Map<String, List<Measurement>>> cases = new TreeMap<>();
        for (Recorded run : runs) {
            Measurement each = run.measurement();
            cases.computeIfAbsent(
                            new Case(each.workload(), each.variant(), each.heap(), each.scale()),
                            added -> new LinkedHashMap<>())
                    .computeIfAbsent(each.engine(), added -> new ArrayList<>())
                    .add(each);
        }
        StringBuilder page = new StringBuilder(HEAD);
        page.append("Machine: ").append(machine).append(".\n\n## Seconds of the whole process\n\n");
        table(page, cases, false);
        page.append("\n## Most memory held at a time, MB\n\n");
        table(page, cases, true);
        page.append("\n## This engine's runs\n\n");
        ownRuns(page, cases);
        page.append('\n').append(TAIL);
        ratios(page, cases);
        return page.toString();
    }

    private static void table(StringBuilder page, Map<Case, Map<String, List<Measurement>>> cases, boolean ofMemory) {
        page.append("| workload | variant | memory | size | ")
                .append(String.join(" | ", ENGINES))
                .append(" |\n");
        page.append("| --- | --- | --- | --- |")
                .append(" --- |".repeat(ENGINES.size()))
                .append('\n');
        cases.forEach((each, byEngine) -> {
            page.append(String.format(
                    Locale.ROOT, "| %s | %s | %s | %s |", each.workload, each.variant, each.heap, number(each.scale)));
            List<Measurement> own = byEngine.get("evenkeel");
            for (String engine : ENGINES) {
                List<Measurement> measured = byEngine.get(engine);
                page.append(measured == null ? " |" : " " + cell(measured, own, ofMemory) + " |");
            }
            page.append('\n');
        });
    }

    private static void ownRuns(StringBuilder page, Map<Case, Map<String, List<Measurement>>> cases) {
        page.append(
                        "| workload | variant | memory | size | runs of each engine | microseconds a record | processor seconds")
                .append(" | collecting garbage | spilled MB | largest task by the median |\n")
                .append("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
        cases.forEach((each, byEngine) -> {
            List<Measurement> own = byEngine.get("evenkeel");
            if (own == null) {
                return;
            }
            Medians medians = Medians.of(own);
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %s | %s | %.1f | %.1f | %.0f | %.2f |%n",
                    each.workload,
                    each.variant,
                    each.heap,
                    number(each.scale),
                    runs(byEngine.values()),
                    perRecord(each, medians),
                    medians.cpu(),
                    medians.gc(),
                    medians.spill(),
                    medians.maxOverMedian()));
        });
    }

    /** Of how many runs of each engine the medians are, such as {@code 3} or {@code 2 to 3}. */
    private static String runs(Collection<List<Measurement>> ofEngines) {
        IntSummaryStatistics runs = ofEngines.stream().mapToInt(List::size).summaryStatistics();
        return runs.getMin() == runs.getMax() ? String.valueOf(runs.getMin()) : runs.getMin() + " to " + runs.getMax();
    }

    /** Microseconds for each record that is read; empty where the input is counted in bytes. */
    private static String perRecord(Case each, Medians medians) {
        RunRequest request = new RunRequest(each.workload, each.variant, each.scale, Path.of(""));
        return request.isOfText()
                ? ""
                : String.format(Locale.ROOT, "%.3f", medians.wall() * MICROS / request.records());
    }

    private static String cell(List<Measurement> measured, @Nullable List<Measurement> own, boolean ofMemory) {
        double value = figure(measured, ofMemory);
        String text = ofMemory ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.1f", value);
        return own == null || own == measured
                ? text
                : text + String.format(Locale.ROOT, " (%.2f)", value / figure(own, ofMemory));
    }

    private static double figure(List<Measurement> measured, boolean ofMemory) {
        Medians medians = Medians.of(measured);
        return ofMemory ? medians.peakRss() : medians.wall();
    }

    private static void ratios(StringBuilder page, Map<Case, Map<String, List<Measurement>>> cases) {
        page.append("\n## All workloads together\n\n");
        for (String engine : ENGINES.subList(1, ENGINES.size())) {
            double[] logs = cases.values().stream()
                    .filter(byEngine -> byEngine.containsKey("evenkeel") && byEngine.containsKey(engine))
                    .mapToDouble(byEngine -> Math.log(figure(Objects.requireNonNull(byEngine.get(engine)), false)
                            / figure(Objects.requireNonNull(byEngine.get("evenkeel")), false)))
                    .toArray();
            if (logs.length > 0) {
                double sum = 0;
                for (double log : logs) {
                    sum += log;
                }
                page.append(String.format(
                        Locale.ROOT,
                        "* %s: %.1f times as long, as the geometric mean of %d rows.%n",
                        engine,
                        Math.exp(sum / logs.length),
                        logs.length));
            }
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
