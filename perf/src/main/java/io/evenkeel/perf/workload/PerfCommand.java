package io.evenkeel.perf.workload;

import io.evenkeel.command.Command;
import io.evenkeel.command.CommandStreams;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The subcommand {@code perf}: runs whole workloads, each in a process of its own. Confined to one thread. */
public final class PerfCommand implements Command {

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private static final String USAGE = """
            usage: perf run WORKLOAD [options]       one run, one line of JSON
                   perf compare WORKLOAD [options]   several runs in turn, medians and ratios
                   perf list                         the workloads and their variants

              --variant NAME        of the workload's variants (the first)
              --engines A[,B]       evenkeel
              --scale X             times the usual number of records (1)
              --heap SIZE           of the process that runs (4g)
              --runs N              runs of each engine (1; compare: 3)
              --directory DIR       for inputs, outputs and temporary files (evenkeel-perf in the temporary directory)
              --jvm-option OPTION   a further option of the process that runs; may be repeated

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

    private static int run(PerfOptions options, CommandStreams streams) throws IOException, InterruptedException {
        Workload workload = Workloads.named(options.workload());
        String variant = options.variant().isEmpty() ? workload.variants().get(0) : options.variant();
        if (!workload.variants().contains(variant)) {
            throw new IllegalArgumentException(
                    workload.name() + " has no variant " + variant + ", but " + String.join(", ", workload.variants()));
        }
        Map<String, ForkedRun> engines = new LinkedHashMap<>();
        for (String engine : options.engines()) {
            engines.put(engine, forked(engine, options));
        }
        Files.createDirectories(options.directory());
        RunRequest request = new RunRequest(workload.name(), variant, options.scale(), options.directory());
        workload.prepare(request);
        Map<String, List<Measurement>> measured = new LinkedHashMap<>();
        for (int i = 0; i < options.runs(); i++) {
            for (Map.Entry<String, ForkedRun> engine : engines.entrySet()) {
                Measurement measurement = engine.getValue().measure(request, streams.err());
                measured.computeIfAbsent(engine.getKey(), key -> new ArrayList<>())
                        .add(measurement);
                streams.out().println(measurement.toJson());
                streams.out().flush();
            }
        }
        if (options.action().equals("compare")) {
            compare(measured, streams.out());
        }
        return agree(measured, streams.err()) ? DONE : FAILED;
    }

    private static ForkedRun forked(String engine, PerfOptions options) {
        if (!engine.equals("evenkeel")) {
            throw new IllegalArgumentException("there is no engine " + engine + ", but evenkeel");
        }
        return ForkedRun.ofEvenkeel(options.heap(), options.jvmOptions());
    }

    private static void compare(Map<String, List<Measurement>> measured, PrintStream out) {
        List<Measurement> base = measured.values().iterator().next();
        measured.forEach((engine, runs) -> out.printf(
                Locale.ROOT,
                "%-10s wall %.2f s (%.2f)  cpu %.2f s (%.2f)  peak %.0f MB%n",
                engine,
                median(runs, Measurement::wall),
                median(runs, Measurement::wall) / median(base, Measurement::wall),
                median(runs, Measurement::cpu),
                median(runs, Measurement::cpu) / median(base, Measurement::cpu),
                median(runs, Measurement::peakRss)));
    }

    private static double median(List<Measurement> runs, ToDoubleFunction<Measurement> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
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
