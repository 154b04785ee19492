package io.evenkeel.perf.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The other engines: programs of the nested module {@code perf/peers}, which is built by its profile only. Stateless.
 */
final class Peers {

    /** What they are called. */
    static final List<String> NAMES = List.of("spark-rdd", "spark-sql", "duckdb", "plain");

    private static final String PROCESS = "io.evenkeel.perf.peers.PeerProcess";
    private static final String SMALL_HEAP = "256m";

    /** What Apache Spark needs to run on a JDK with modules. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private Peers() {}

    /**
     * Runs of an engine.
     *
     * @param memory what it may take
     * @throws IllegalArgumentException if there is none of that name
     * @throws IOException if the module is not built
     */
    static ForkedRun forked(String engine, String memory, List<String> jvmOptions) throws IOException {
        if (!NAMES.contains(engine)) {
            throw new IllegalArgumentException(
                    "there is no engine " + engine + ", but evenkeel, " + String.join(", ", NAMES));
        }
        List<String> options = new ArrayList<>(jvmOptions);
        if (engine.startsWith("spark-")) {
            OPENED.forEach(name -> options.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
            options.add("-Djdk.reflect.useDirectMethodHandle=false");
            options.add("-XX:+IgnoreUnrecognizedVMOptions");
        }
        boolean outsideTheHeap = engine.equals("duckdb");
        List<String> command =
                ForkedRun.java(outsideTheHeap ? SMALL_HEAP : memory, memory, options, classPath(directory()));
        command.add(PROCESS);
        command.add(engine);
        List<String> run = new ArrayList<>(command);
        run.add("run");
        command.add("prepare");
        return new ForkedRun(run, outsideTheHeap ? command : List.of(), false);
    }

    private static String classPath(Path module) throws IOException {
        Path target = module.resolve("target");
        for (Path built : List.of(target.resolve("quick"), target)) {
            Optional<Path> jar = jar(built);
            if (jar.isPresent()) {
                return jar.get() + System.getProperty("path.separator") + built.resolve("lib") + "/*";
            }
        }
        throw new IOException(
                "the other engines are not built: run 'mvn -B -Pquick,peers -pl perf/peers -am package' in "
                        + module.resolve("../..").normalize());
    }

    private static Optional<Path> jar(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("evenkeel-peers-[0-9].*\\.jar"))
                    .findFirst();
        }
    }

    /** The module's directory, found from where the classes of this one lie. */
    private static Path directory() throws IOException {
        try {
            Path place = Path.of(Peers.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            for (Path above = place; above != null; above = above.getParent()) {
                Path module = above.resolve("peers");
                if (above.endsWith("perf") && Files.exists(module.resolve("pom.xml"))) {
                    return module;
                }
            }
            throw new IOException("there is no directory perf/peers above " + place);
        } catch (URISyntaxException e) {
            throw new UncheckedIOException(new IOException("not a place of classes", e));
        }
    }
}
