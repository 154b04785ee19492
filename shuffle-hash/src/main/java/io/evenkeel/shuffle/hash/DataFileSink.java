package io.evenkeel.shuffle.hash;

import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.FileAppender;
import io.evenkeel.shuffle.segment.SegmentSink;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Appends to the data files, of which one is open at a time: the number of reducers costs no file handles.
 *
 * <p>Confined to the task's thread. What it writes belongs to the attempt's {@link AttemptFiles}.
 */
final class DataFileSink implements SegmentSink {

    private final DataFiles data;
    private final AttemptFiles files;
    private final byte[] buffer;

    /** How long each reducer's file is; 0 if this task has not written to it. */
    private final long[] lengths;

    private int reducer;
    private @Nullable WritableFile file;
    private @Nullable FileAppender out;

    DataFileSink(int reducers, DataFiles data, AttemptFiles files, byte[] buffer) {
        this.data = data;
        this.files = files;
        this.buffer = buffer;
        this.lengths = new long[reducers];
    }

    @Override
    public FileAppender begin(int newReducer) throws IOException {
        reducer = newReducer;
        Path path = data.family().file(reducer);
        long length = Math.max(lengths[reducer], data.start(reducer));
        WritableFile opened = length == 0 ? files.create(path) : files.resume(path, length);
        FileAppender appender = new FileAppender(opened, buffer);
        file = opened;
        out = appender;
        return appender;
    }

    @Override
    public void end() throws IOException {
        if (file == null || out == null) {
            throw new IllegalStateException("no data file was begun");
        }
        out.flush();
        lengths[reducer] = file.position();
        files.close(file);
        file = null;
        out = null;
    }

    /** All files that were written to are the shuffle's from now on. */
    long[] release() {
        for (int each = 0; each < lengths.length; each++) {
            if (lengths[each] > 0) {
                files.release(data.family().file(each));
            }
        }
        return lengths;
    }

    /** How long the longest file is that was written to. */
    long longest() {
        long longest = 0;
        for (long length : lengths) {
            longest = Math.max(longest, length);
        }
        return longest;
    }
}
