package io.evenkeel.skew.diagnosis.input;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a directory holds: the parts of one rolling log, the parts of one Databricks log, or logs of many applications.
 * Immutable.
 */
final class LogDirectory {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_LOGS = 100_000;

    private final List<LogSource> sources;
    private final boolean manyExpected;

    private LogDirectory(List<LogSource> sources, boolean manyExpected) {
        this.sources = List.copyOf(sources);
        this.manyExpected = manyExpected;
    }

    static LogDirectory scan(Path directory) throws IOException {
        List<LogSource> sources = new ArrayList<>();
        boolean one = collect(directory, 0, sources);
        return new LogDirectory(sources, !one);
    }

    List<LogSource> sources() {
        return sources;
    }

    boolean manyExpected() {
        return manyExpected;
    }

    /** Adds what the directory holds; true if it is a single log in parts. */
    private static boolean collect(Path directory, int depth, List<LogSource> sources) throws IOException {
        List<Path> files = new ArrayList<>();
        List<Path> directories = new ArrayList<>();
        list(directory, files, directories);
        if (RollingParts.isRolling(directory, files)) {
            sources.add(RollingParts.of(directory, files));
            return true;
        }
        if (DatabricksParts.isDatabricks(files)) {
            sources.add(DatabricksParts.of(directory, files));
            return true;
        }
        for (Path file : files) {
            if (sources.size() >= MAX_LOGS) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "more than " + MAX_LOGS + " files under " + directory + ": give a smaller directory");
            }
            boolean inProgress = file.toString().endsWith(".inprogress");
            sources.add(new LogSource(file.toString(), List.of(LogPart.of(file)), List.of(), inProgress));
        }
        if (depth < MAX_DEPTH) {
            for (Path child : directories) {
                collect(child, depth + 1, sources);
            }
        }
        return false;
    }

    private static void list(Path directory, List<Path> files, List<Path> directories) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (nameOf(entry).startsWith(".")) {
                    continue;
                }
                if (Files.isDirectory(entry)) {
                    directories.add(entry);
                } else if (Files.isRegularFile(entry)) {
                    files.add(entry);
                }
            }
        }
        files.sort(null);
        directories.sort(null);
    }

    static String nameOf(Path path) {
        Path name = path.getFileName();
        if (name == null) {
            return "";
        }
        String text = name.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }
}
