package io.evenkeel.text;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;

/**
 * A stretch of one file, as the file was when the input was listed: the lines whose first byte lies in
 * {@code [start, end)}. Immutable.
 *
 * @param file as a URI, which keeps file names exact that are no text in the machine's charset
 * @param start first byte
 * @param end behind the last byte
 * @param size of the whole file
 * @param modifiedMicros when the file was last changed
 */
record FilePiece(URI file, long start, long end, long size, long modifiedMicros) implements Serializable {

    static FilePiece whole(Path path, BasicFileAttributes attributes) {
        return new FilePiece(path.toUri(), 0, attributes.size(), attributes.size(), micros(attributes));
    }

    /** The same file from {@code start} to below {@code end}. */
    FilePiece part(long from, long to) {
        return new FilePiece(file, from, to, size, modifiedMicros);
    }

    Path path() {
        return Path.of(file);
    }

    long length() {
        return end - start;
    }

    boolean isGzip() {
        return file.getPath().endsWith(".gz");
    }

    /**
     * Compares the file with what it was when the input was listed.
     *
     * @throws EngineException with {@link ErrorCode#INPUT_UNREADABLE} if it changed or is gone
     */
    void requireUnchanged() {
        Path path = path();
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.INPUT_UNREADABLE,
                    path + " is no longer there: it was listed when the input was named",
                    e);
        }
        if (now.size() != size || micros(now) != modifiedMicros) {
            throw changed(now.size());
        }
    }

    EngineException changed(long sizeNow) {
        String what = sizeNow == size ? "was written to" : "went from " + size + " to " + sizeNow + " bytes";
        return new EngineException(
                ErrorCode.INPUT_UNREADABLE,
                path() + " " + what + " since the input was listed; name the input again once nobody writes to it");
    }

    private static long micros(BasicFileAttributes attributes) {
        FileTime time = attributes.lastModifiedTime();
        return time.to(TimeUnit.MICROSECONDS);
    }
}
