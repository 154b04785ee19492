package io.evenkeel.distribution;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A distribution put together from the test's class path and the scripts. Confined to the test's thread. */
final class InstalledDistribution {

    private final Path home;
    private final Map<String, String> variables = new TreeMap<>();

    private InstalledDistribution(Path home) {
        this.home = home;
    }

    /** What a process said and ended with. */
    record Outcome(int exitCode, String out, String err) {

        List<String> lines() {
            return out.lines().toList();
        }
    }

    static InstalledDistribution install(Path home) throws IOException {
        Path root = Path.of(System.getProperty("evenkeel.root", ""));
        copy(root.resolve("bin"), home.resolve("bin"));
        copy(root.resolve("conf"), home.resolve("conf"));
        Path lib = Files.createDirectories(home.resolve("lib"));
        int number = 0;
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                // The script takes a jar of this name for the mark of a whole distribution.
                pack(path, lib.resolve("evenkeel-examples-" + number++ + ".jar"));
            } else if (Files.exists(path)) {
                Files.createSymbolicLink(lib.resolve(path.getFileName().toString()), path);
            }
        }
        return new InstalledDistribution(home);
    }

    Path home() {
        return home;
    }

    Path script() {
        return home.resolve("bin").resolve("evenkeel");
    }

    InstalledDistribution with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    /** Starts the script and waits for its end. */
    Outcome run(String... arguments) throws IOException, InterruptedException {
        return await(start(script(), home, arguments));
    }

    /** Starts a script, which may be a link, in a directory. */
    Process start(Path script, Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (ignoresInterrupts()) {
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.add(script.toString());
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeIf(name -> name.startsWith("EVENKEEL_"));
        builder.environment().putAll(variables);
        return builder.start();
    }

    /**
     * Whether this JVM was started with SIGINT ignored, as a shell starts its background jobs: programs that it starts
     * would ignore it too.
     */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        long interrupt = 1L << 1;
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(
                                        line.substring("SigIgn:".length()).strip(), 16)
                                & interrupt)
                        != 0);
    }

    static Outcome await(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), out, err);
    }

    /** Files in a directory, whose names end like that; none if there is no such directory. */
    static List<Path> files(Path directory, String suffix) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(suffix)).toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName().toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            files.filter(Files::isRegularFile).sorted().forEach(source -> {
                try {
                    out.putNextEntry(new JarEntry(classes.relativize(source).toString()));
                    Files.copy(source, out);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
