package io.evenkeel.perf.workload;

import io.evenkeel.config.ByteSize;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run in a process of its own, so that no run warms up another one or inherits its heap. Immutable.
 *
 * @param command how the process is started that runs; workload, variant, scale and directory are put behind it
 * @param preparation how one is started that makes what the run reads, likewise; empty if nothing is needed
 * @param archived whether it starts from a {@link ClassArchive}
 */
record ForkedRun(List<String> command, List<String> preparation, boolean archived) {

    private static final double NANOS = 1e9;

    /** What {@code bin/evenkeel} gives every JVM. */
    private static final List<String> COMPILING = List.of("-XX:CompileThresholdScaling=3", "-XX:FreqInlineSize=150");

    /** What it gives a JVM whose heap is larger than that. */
    private static final String YOUNG = "-XX:MaxNewSize=256m";

    private static final ByteSize LARGE_HEAP = ByteSize.ofMib(768);

    ForkedRun {
        command = List.copyOf(command);
        preparation = List.copyOf(preparation);
    }

    /** Runs of this engine, from the class path of this process, with the options that its launcher gives. */
    static ForkedRun ofEvenkeel(String heap, List<String> jvmOptions) {
        List<String> options = new ArrayList<>(COMPILING);
        if (ByteSize.parse(heap, "b").compareTo(LARGE_HEAP) > 0) {
            options.add(YOUNG);
        }
        options.addAll(jvmOptions);
        List<String> command = java(heap, heap, options, System.getProperty("java.class.path"));
        command.add(WorkloadProcess.class.getName());
        return new ForkedRun(command, List.of(), true);
    }

    /**
     * The beginning of a command line.
     *
     * @param heap of the JVM
     * @param memory what the engine may take in all, the heap included
     */
    static List<String> java(String heap, String memory, List<String> jvmOptions, String classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heap);
        command.add("-XX:+UseParallelGC");
        command.add("-D" + RunMeter.HEAP_PROPERTY + "=" + memory);
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(classPath);
        return command;
    }

    /** Makes what runs read, unless it is there. */
    void prepare(RunRequest request, PrintStream log) throws IOException, InterruptedException {
        if (!preparation.isEmpty()) {
            log.println(run(preparation, request, log));
        }
        if (archived) {
            Files.createDirectories(request.directory());
            new ClassArchive(request.directory(), command).make(request.directory());
            remove(request.directory().resolve("out"));
        }
    }

    /**
     * Starts it, waits and measures.
     *
     * @param log gets what the process says, but its last line
     * @throws IOException if it fails, with what it said last
     */
    Measurement measure(RunRequest request, PrintStream log) throws IOException, InterruptedException {
        try {
            long start = System.nanoTime();
            String last =
                    run(archived ? new ClassArchive(request.directory(), command).command() : command, request, log);
            return Measurement.ofJson(last).ofProcess((System.nanoTime() - start) / NANOS);
        } finally {
            remove(request.directory().resolve("out"));
        }
    }

    /** Gives the last line that the process said. */
    private static String run(List<String> command, RunRequest request, PrintStream log)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(command);
        line.add(request.workload());
        line.add(request.variant());
        line.add(String.valueOf(request.scale()));
        line.add(request.directory().toString());
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String last = "";
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String said = output.readLine(); said != null; said = output.readLine()) {
                if (!last.isEmpty()) {
                    log.println(last);
                }
                last = said;
            }
        }
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException("the run ended with exit code " + code + ": " + last);
        }
        return last;
    }

    private static void remove(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
