package io.evenkeel.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The project's files, as the build's tests find them. Immutable. */
final class SourceTree {

    /** In the order of the build. */
    static final List<String> MODULES = List.of(
            "engine-core",
            "shuffle-sort",
            "shuffle-bypass",
            "shuffle-hash",
            "skew-handlers",
            "scheduler",
            ModuleTable.PARQUET,
            "examples",
            "perf");

    private final Path root;

    private SourceTree(Path root) {
        this.root = root;
    }

    static SourceTree ofTheProject() {
        String root = System.getProperty("evenkeel.root");
        if (root == null) {
            throw new AssertionError("the build sets evenkeel.root to the project's directory");
        }
        return new SourceTree(Path.of(root));
    }

    static SourceTree at(Path root) {
        return new SourceTree(root);
    }

    Path root() {
        return root;
    }

    Path buildFile(String module) {
        return root.resolve(module).resolve("pom.xml");
    }

    /** Where the compiled classes of a module lie; they may be missing, for a module that is built later. */
    Path classes(String module) {
        return root.resolve(module).resolve("target").resolve("classes");
    }

    /** Every Java file of a kind ({@code main}, {@code test}) of the modules, also of modules nested in them. */
    List<Path> javaFiles(String kind) {
        Path source = Path.of("src", kind, "java");
        return MODULES.stream()
                .map(root::resolve)
                .filter(Files::isDirectory)
                .flatMap(module -> walk(module).stream())
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> root.relativize(file).toString().contains(source.toString()))
                .toList();
    }

    private static List<Path> walk(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files with more lines than that. */
    List<String> filesLongerThan(int maxLines) {
        return Stream.of("main", "test")
                .flatMap(kind -> javaFiles(kind).stream())
                .filter(file -> lines(file).size() > maxLines)
                .map(file -> root.relativize(file) + " has " + lines(file).size() + " lines")
                .toList();
    }

    /** Packages with classes whose {@code package-info.java} is missing or not {@code @NullMarked}. */
    List<String> packagesNotNullMarked() {
        return javaFiles("main").stream()
                .map(file -> Optional.ofNullable(file.getParent()).orElse(root))
                .distinct()
                .filter(directory -> {
                    Path info = directory.resolve("package-info.java");
                    return !Files.exists(info) || !lines(info).contains("@NullMarked");
                })
                .map(directory -> root.relativize(directory).toString())
                .toList();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
