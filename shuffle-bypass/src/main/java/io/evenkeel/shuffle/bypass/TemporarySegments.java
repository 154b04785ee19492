package io.evenkeel.shuffle.bypass;

import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.FileAppender;
import io.evenkeel.shuffle.segment.SegmentSink;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The temporary file of an attempt, made when there is something for it. Each time memory is short, the reducers' chunks
 * are appended in turn.
 *
 * <p>Confined to the task's thread. The file belongs to the attempt's {@link AttemptFiles}.
 */
final class TemporarySegments implements SegmentSink {

    private final String name;
    private final LocalDirectories directories;
    private final AttemptFiles files;
    private final byte[] buffer;
    private @Nullable Path path;
    private @Nullable WritableFile file;
    private @Nullable FileAppender out;

    /**
     * @param buffer not used elsewhere before {@link #open}
     */
    TemporarySegments(String name, LocalDirectories directories, AttemptFiles files, byte[] buffer) {
        this.name = name;
        this.directories = directories;
        this.files = files;
        this.buffer = buffer;
    }

    @Override
    public FileAppender begin(int reducer) throws IOException {
        FileAppender appender = out;
        if (appender == null) {
            Path created = directories.fileFor(name);
            WritableFile opened = files.create(created);
            appender = new FileAppender(opened, buffer);
            path = created;
            file = opened;
            out = appender;
        }
        return appender;
    }

    @Override
    public void end() {}

    /** Ends writing, and opens the file to read; null if there is none. */
    @Nullable
    ReadableFile open() throws IOException {
        if (path == null || file == null || out == null) {
            return null;
        }
        out.flush();
        files.close(file);
        return files.open(path);
    }
}
