package io.evenkeel.scheduler.launcher;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;

/** Reads lists of jars as they are written on the command line. */
final class JarPaths {

    private JarPaths() {}

    /**
     * The files that a list names, in its order, what a glob matches in alphabetical order, each file once.
     *
     * @param list paths separated by commas, each an existing file or a glob in its last part
     * @throws LaunchException if a path does not exist or a glob matches nothing
     */
    static List<Path> expand(String list) {
        Set<Path> jars = new LinkedHashSet<>();
        for (String entry : list.split(",", -1)) {
            String text = entry.strip();
            if (!text.isEmpty()) {
                jars.addAll(expandOne(text));
            }
        }
        return List.copyOf(jars);
    }

    private static List<Path> expandOne(String text) {
        Path path;
        try {
            path = Path.of(text);
        } catch (InvalidPathException e) {
            throw new LaunchException(ExitCode.PROGRAM_NOT_FOUND, "not a path: '" + text + "'", e);
        }
        if (Files.isRegularFile(path)) {
            return List.of(path);
        }
        Path name = path.getFileName();
        List<Path> matches = name == null ? List.of() : matches(path, name.toString());
        if (matches.isEmpty()) {
            throw new LaunchException(ExitCode.PROGRAM_NOT_FOUND, "no such jar: " + text);
        }
        return matches;
    }

    private static List<Path> matches(Path path, String glob) {
        Path directory = path.getParent() == null ? Path.of("") : path.getParent();
        List<Path> matches = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, glob)) {
            files.forEach(matches::add);
        } catch (IOException | DirectoryIteratorException | PatternSyntaxException e) {
            throw new LaunchException(ExitCode.PROGRAM_NOT_FOUND, "no such jar: " + path, e);
        }
        matches.removeIf(Files::isDirectory);
        matches.sort(null);
        return matches;
    }
}
