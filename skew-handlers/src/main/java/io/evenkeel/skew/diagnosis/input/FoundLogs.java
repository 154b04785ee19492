package io.evenkeel.skew.diagnosis.input;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.xerial.snappy.SnappyError;

/**
 * The event logs under one path. Confined to one thread; keeps zip archives open until it is closed, and removes the
 * copy it made of an archive on standard input.
 */
public final class FoundLogs implements AutoCloseable {

    private final Deque<Closeable> open = new ArrayDeque<>();
    private final List<LogSource> sources = new ArrayList<>();
    private boolean manyExpected;

    private FoundLogs() {}

    /**
     * Looks at a file, a directory or a zip archive.
     *
     * @throws EngineException if nothing is there or it can't be read
     */
    public static FoundLogs under(Path path) {
        if (!Files.exists(path)) {
            throw new EngineException(ErrorCode.INPUT_NOT_FOUND, "no such file or directory: " + path);
        }
        FoundLogs found = new FoundLogs();
        try {
            found.add(path);
            return found;
        } catch (IOException | RuntimeException e) {
            found.close();
            throw unreadable(path.toString(), e);
        }
    }

    /** Takes standard input as one log, or as a zip archive of logs. */
    public static FoundLogs in(InputStream in) {
        FoundLogs found = new FoundLogs();
        try {
            InputStream plain = LogCodec.unpack(in);
            if (LogCodec.detect(plain) == LogCodec.ZIP) {
                Path copy = Files.createTempFile("evenkeel-diagnose-", ".zip");
                found.open.push(() -> Files.deleteIfExists(copy));
                Files.copy(plain, copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                found.addArchive(copy);
            } else {
                found.sources.add(new LogSource(
                        "standard input", List.of(LogPart.of("standard input", plain)), List.of(), false));
            }
            return found;
        } catch (IOException | RuntimeException | SnappyError e) {
            found.close();
            throw unreadable("standard input", e);
        }
    }

    public List<LogSource> sources() {
        return List.copyOf(sources);
    }

    /** Whether the path may hold several applications, and files that are none are passed over. */
    public boolean manyExpected() {
        return manyExpected;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            closeQuietly(open.pop());
        }
    }

    /** Reading is over: what can't be closed changes no result, and the others still close. */
    private static void closeQuietly(Closeable resource) {
        try {
            resource.close();
        } catch (IOException ignored) {
            return;
        }
    }

    private void add(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            LogDirectory directory = LogDirectory.scan(path);
            sources.addAll(directory.sources());
            manyExpected = directory.manyExpected();
        } else if (isArchive(path)) {
            addArchive(path);
        } else {
            boolean inProgress = path.toString().endsWith(".inprogress");
            sources.add(new LogSource(path.toString(), List.of(LogPart.of(path)), List.of(), inProgress));
        }
    }

    private void addArchive(Path archive) throws IOException {
        FileSystem files = FileSystems.newFileSystem(archive, Map.of());
        open.push(files);
        LogDirectory directory = LogDirectory.scan(files.getPath("/"));
        sources.addAll(directory.sources());
        manyExpected = directory.sources().size() != 1;
    }

    private static boolean isArchive(Path path) throws IOException {
        try (InputStream in = new java.io.BufferedInputStream(Files.newInputStream(path))) {
            return LogCodec.detect(in) == LogCodec.ZIP;
        }
    }

    private static EngineException unreadable(String name, Throwable cause) {
        return cause instanceof EngineException known
                ? known
                : new EngineException(
                        ErrorCode.INPUT_UNREADABLE, "cannot read " + name + ": " + cause.getMessage(), cause);
    }
}
