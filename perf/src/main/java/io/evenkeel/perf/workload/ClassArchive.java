package io.evenkeel.perf.workload;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An archive of loaded classes that runs of the engine start from, as {@code bin/evenkeel} makes one for everybody who uses
 * it. Immutable.
 */
final class ClassArchive {

    /**
     * Nothing is compiled while an archive is made: JDK 17 writes down which methods wait for the compiler, and whoever
     * starts from the archive never compiles those (JDK-8306460).
     */
    private static final String INTERPRETED = "-Xint";

    private static final List<String> SILENT = List.of("-Xlog:disable", "-Xlog:all=error:stderr");

    private final Path file;
    private final List<String> command;

    /**
     * Names one.
     *
     * @param directory where it lies
     * @param command the beginning of a command line that starts a run, with the class path as its last word but one
     */
    ClassArchive(Path directory, List<String> command) throws IOException {
        this.command = command;
        long changed = 0;
        for (String jar : command.get(command.size() - 2).split(File.pathSeparator)) {
            if (Files.exists(Path.of(jar))) {
                changed = Math.max(
                        changed, Files.getLastModifiedTime(Path.of(jar)).toMillis());
            }
        }
        this.file = directory.resolve("classes-" + Integer.toHexString(Objects.hash(command, changed)) + ".jsa");
    }

    /** Makes it, by a run of the smallest workload, unless it is there. Where that fails, runs do without. */
    void make(Path directory) throws IOException, InterruptedException {
        if (Files.exists(file)) {
            return;
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        List<String> line = with("-XX:ArchiveClassesAtExit=" + unfinished);
        line.add(1, INTERPRETED);
        line.addAll(List.of("W8", "zipf", "1", directory.toString()));
        new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (Files.exists(unfinished)) {
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** The command with the archive, if there is one. */
    List<String> command() {
        return Files.exists(file) ? with("-XX:SharedArchiveFile=" + file) : command;
    }

    private List<String> with(String option) {
        List<String> line = new ArrayList<>(command);
        line.add(1, option);
        line.addAll(1, SILENT);
        return line;
    }
}
