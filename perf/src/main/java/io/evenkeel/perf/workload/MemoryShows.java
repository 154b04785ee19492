package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.stats.TaskMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Shows that data far larger than the heap does no harm: runs each {@link MemoryCase} in a process of its own, on the heap
 * and with pages outside it, compares the result with one that was counted without the engine, and prints a line with
 * time, share of it in collections, peak resident memory, and what was spilled.
 *
 * <p>Arguments: {@code --scale 0.1}, {@code --heap 512m}, {@code --pages heap|offheap}, {@code --directory DIR}, and names
 * of cases; without names all of them. Ends with 1 if a run failed or its result was wrong.
 */
public final class MemoryShows {

    private static final String OFF_HEAP_BYTES = "192m";
    private static final String PARTITIONS = "16";
    private static final double NANOS = 1e9;
    private static final double MEGABYTE = 1 << 20;

    private final List<MemoryCase> cases = new ArrayList<>();
    private List<String> pages = List.of("heap", "offheap");
    private String scale = "1";
    private String heap = "512m";
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    private MemoryShows(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case "--scale" -> scale = arguments.get(++i);
                case "--heap" -> heap = arguments.get(++i);
                case "--pages" -> pages = List.of(arguments.get(++i));
                case "--directory" -> directory = Path.of(arguments.get(++i));
                default -> cases.add(MemoryCase.named(arguments.get(i)));
            }
        }
        if (cases.isEmpty()) {
            cases.addAll(List.of(MemoryCase.values()));
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("--run")) {
            run(MemoryCase.named(arguments[1]), arguments[2], Double.parseDouble(arguments[3]), Path.of(arguments[4]));
            return;
        }
        System.exit(new MemoryShows(Arrays.asList(arguments)).runAll() ? 0 : 1);
    }

    private boolean runAll() throws IOException, InterruptedException {
        System.out.println("| case | pages | result | seconds | in collections | peak resident | spilled | spills |\n"
                + "| --- | --- | --- | --- | --- | --- | --- | --- |");
        boolean right = true;
        for (MemoryCase each : cases) {
            for (String where : pages) {
                right &= fork(each, where) == 0;
            }
        }
        return right;
    }

    private int fork(MemoryCase each, String where) throws IOException, InterruptedException {
        List<String> command = ForkedRun.java(heap, heap, List.of(), System.getProperty("java.class.path"));
        command.addAll(List.of(
                MemoryShows.class.getName(),
                "--run",
                each.name(),
                where,
                scale,
                Files.createDirectories(directory).toString()));
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            System.out.println("| " + each.title() + " | " + where + " | failed, exit code " + code + " |");
        }
        return code;
    }

    /** In the process of its own. What is right is counted first: it would be in the measured time otherwise. */
    private static void run(MemoryCase each, String where, double scale, Path directory) throws IOException {
        Digest expected = each.expected(scale);
        TaskWork work = new TaskWork();
        double collectedBefore = ProcessFigures.collectionSeconds();
        long start = System.nanoTime();
        Digest result;
        try (EngineSession session = EngineSession.builder()
                .master("local[2]")
                .name("memory " + each.name())
                .config("evenkeel.default.parallelism", PARTITIONS)
                .config("evenkeel.adaptive.broadcast.enabled", "false")
                .config("evenkeel.memory.failOnLeak", "true")
                .config("evenkeel.memory.offHeap.enabled", String.valueOf(where.equals("offheap")))
                .config("evenkeel.memory.offHeap.size", OFF_HEAP_BYTES)
                .config("evenkeel.local.dirs", directory.toString())
                .listener(work)
                .build()) {
            result = each.run(session, scale);
        }
        double seconds = (System.nanoTime() - start) / NANOS;
        double collections = ProcessFigures.collectionSeconds() - collectedBefore;
        TaskMetrics sum = work.sum();
        boolean right = result.equals(expected);
        System.out.println(String.format(
                Locale.ROOT,
                "| %s | %s | %s, %,d rows | %.0f s | %.1f %% | %.0f MB | %,.0f MB | %d |",
                each.title(),
                where,
                right ? "right" : "WRONG: " + result + ", not " + expected,
                result.rows(),
                seconds,
                100 * collections / seconds,
                ProcessFigures.peakRssMegabytes(),
                sum.spilledBytes() / MEGABYTE,
                sum.spills()));
        if (!right) {
            System.exit(1);
        }
    }
}
