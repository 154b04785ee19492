package io.evenkeel.perf.workload;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/** Medians of an engine's runs of one workload. Immutable. */
record Medians(int runs, double wall, double cpu, double peakRss, double gc, double spill, double maxOverMedian) {

    static Medians of(List<Measurement> runs) {
        return new Medians(
                runs.size(),
                median(runs, Measurement::wall),
                median(runs, Measurement::cpu),
                median(runs, Measurement::peakRss),
                median(runs, Measurement::gc),
                median(runs, Measurement::spill),
                median(runs, Measurement::maxOverMedianTask));
    }

    private static double median(List<Measurement> runs, ToDoubleFunction<Measurement> figure) {
        return new Median().evaluate(runs.stream().mapToDouble(figure).toArray());
    }

    /** A line for a terminal: seconds, and how many times those of the first engine they are. */
    String line(String engine, Medians base) {
        return String.format(
                Locale.ROOT,
                "%-10s wall %.2f s (%.2f)  cpu %.2f s (%.2f)  peak %.0f MB (%.2f)",
                engine,
                wall,
                wall / base.wall,
                cpu,
                cpu / base.cpu,
                peakRss,
                peakRss / base.peakRss);
    }
}
