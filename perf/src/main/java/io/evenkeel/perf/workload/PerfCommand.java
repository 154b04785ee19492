package io.evenkeel.perf.workload;

import io.evenkeel.command.Command;
import io.evenkeel.command.CommandStreams;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The subcommand {@code perf}: runs whole workloads, each in a process of its own. Confined to one thread. */
public final class PerfCommand implements Command {

    private static final String OWN = "evenkeel";
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private static final String USAGE = """
            usage: perf run WORKLOAD [options]       one run, one line of JSON
                   perf compare WORKLOAD [options]   several runs in turn, medians and ratios
                   perf report [--output FILE]       all recorded runs as a page (docs/performance.md)
                   perf list                         the workloads and their variants

              --variant NAME        of the workload's variants (the first)
              --engines A[,B]       evenkeel, spark-rdd, spark-sql, duckdb, plain (evenkeel)
              --scale X             times the usual number of records (1)
              --heap SIZE           of the process that runs; what DuckDB may take (4g)
              --runs N              runs of each engine (1; compare: 3)
              --directory DIR       for inputs, outputs and temporary files (evenkeel-perf in the temporary directory)
              --fresh               compare: runs other engines again although enough of their runs are recorded
              --jvm-option OPTION   a further option of the process that runs; may be repeated

            Runs are recorded in results.jsonl of the directory. Engines other than evenkeel are a module of their own:
            mvn -B -Pquick,peers -pl perf/peers -am package

            Exit codes: 0 done, 1 a run failed or results differ, 2 wrong usage.
            """;

    /** For the service loader. */
    public PerfCommand() {}

    @Override
    public String name() {
        return "perf";
    }

    @Override
    public String summary() {
        return "run whole workloads and measure them";
    }

    @Override
    public int run(List<String> arguments, CommandStreams streams) {
        if (arguments.contains("--help")) {
            streams.out().print(USAGE);
            return DONE;
        }
        try {
            PerfOptions options = PerfOptions.parse(arguments);
            if (options.action().equals("list")) {
                list(streams.out());
                return DONE;
            }
            if (options.action().equals("report")) {
                return report(options, streams.out());
            }
            return run(options, streams);
        } catch (IllegalArgumentException e) {
            streams.err().println("perf: " + e.getMessage() + "; 'perf --help' says what is possible");
            return WRONG_USAGE;
        } catch (IOException e) {
            streams.err().println("perf: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private static void list(PrintStream out) {
        for (Workload workload : Workloads.all()) {
            out.printf(
                    "%-4s %s%n     %s%n", workload.name(), workload.summary(), String.join(" ", workload.variants()));
        }
    }

    private static int report(PerfOptions options, PrintStream out) throws IOException {
        ResultsFile results = results(options);
        List<Recorded> runs = results.read();
        if (runs.isEmpty()) {
            throw new IOException("nothing is recorded in " + results + ": 'perf compare' comes first");
        }
        Files.writeString(options.page(), PerformancePage.write(runs, Machine.describe()));
        out.println(runs.size() + " runs are in " + options.page());
        return DONE;
    }

    private static ResultsFile results(PerfOptions options) {
        return new ResultsFile(options.directory().resolve("results.jsonl"));
    }

    private static int run(PerfOptions options, CommandStreams streams) throws IOException, InterruptedException {
        Workload workload = Workloads.named(options.workload());
        String variant = options.variant().isEmpty() ? workload.variants().get(0) : options.variant();
        if (!workload.variants().contains(variant)) {
            throw new IllegalArgumentException(
                    workload.name() + " has no variant " + variant + ", but " + String.join(", ", workload.variants()));
        }
        Map<String, ForkedRun> engines = new LinkedHashMap<>();
        for (String engine : options.engines()) {
            engines.put(
                    engine,
                    engine.equals(OWN)
                            ? ForkedRun.ofEvenkeel(options.heap(), options.jvmOptions())
                            : Peers.forked(engine, options.heap(), options.jvmOptions()));
        }
        Files.createDirectories(options.directory());
        RunRequest request = new RunRequest(workload.name(), variant, options.scale(), options.directory());
        workload.prepare(request);
        Map<String, List<Measurement>> measured = measure(options, request, engines, streams);
        if (options.action().equals("compare")) {
            Medians base = Medians.of(measured.values().iterator().next());
            measured.forEach(
                    (engine, runs) -> streams.out().println(Medians.of(runs).line(engine, base)));
        }
        return agree(measured, streams.err()) ? DONE : FAILED;
    }

    /** Runs the engines in turn, but for those of which enough is known. */
    private static Map<String, List<Measurement>> measure(
            PerfOptions options, RunRequest request, Map<String, ForkedRun> engines, CommandStreams streams)
            throws IOException, InterruptedException {
        ResultsFile results = results(options);
        double canary = Canary.seconds();
        Map<String, List<Measurement>> measured = new LinkedHashMap<>();
        for (String engine : engines.keySet()) {
            boolean isReusable = options.action().equals("compare") && !engine.equals(OWN) && !options.fresh();
            measured.put(engine, isReusable ? known(results, options, request, engine, canary) : new ArrayList<>());
        }
        for (Map.Entry<String, ForkedRun> engine : engines.entrySet()) {
            List<Measurement> known = measured.getOrDefault(engine.getKey(), List.of());
            known.forEach(run -> streams.out().println(run.toJson() + " (recorded)"));
            if (known.size() < options.runs()) {
                engine.getValue().prepare(request, streams.err());
            }
        }
        for (int i = 0; i < options.runs(); i++) {
            for (Map.Entry<String, ForkedRun> engine : engines.entrySet()) {
                List<Measurement> runs = measured.computeIfAbsent(engine.getKey(), key -> new ArrayList<>());
                if (runs.size() <= i) {
                    Measurement run = engine.getValue().measure(request, streams.err());
                    runs.add(run);
                    results.append(run, canary);
                    streams.out().println(run.toJson());
                    streams.out().flush();
                }
            }
        }
        return measured;
    }

    private static List<Measurement> known(
            ResultsFile results, PerfOptions options, RunRequest request, String engine, double canary)
            throws IOException {
        List<Measurement> known = new ArrayList<>();
        for (Recorded run : results.read()) {
            if (known.size() < options.runs()
                    && run.isOf(request, engine, options.heap())
                    && run.isComparable(canary)) {
                known.add(run.measurement());
            }
        }
        return known;
    }

    private static boolean agree(Map<String, List<Measurement>> measured, PrintStream err) {
        List<Measurement> all = measured.values().stream().flatMap(List::stream).toList();
        Measurement first = all.get(0);
        for (Measurement other : all) {
            if (other.resultRows() != first.resultRows() || !other.resultHash().equals(first.resultHash())) {
                err.println("perf: the results differ: " + first.toJson() + " and " + other.toJson());
                return false;
            }
        }
        return true;
    }
}
