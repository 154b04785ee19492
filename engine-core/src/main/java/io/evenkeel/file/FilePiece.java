package io.evenkeel.file;

import io.evenkeel.error.Closing;
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
 * A stretch of one file, as the file was when the input was listed: the rows whose first byte lies in
 * {@code [start, end)}. Immutable.
 *
 * @param file as a URI, which keeps file names exact that are no text in the machine's charset
 * @param start first byte
 * @param end behind the last byte
 * @param size of the whole file
 * @param modifiedMicros when the file was last changed
 */
public record FilePiece(URI file, long start, long end, long size, long modifiedMicros) implements Serializable {

    static FilePiece whole(Path path, BasicFileAttributes attributes) {
        return new FilePiece(path.toUri(), 0, attributes.size(), attributes.size(), micros(attributes));
    }

    /** The same file from {@code start} to below {@code end}. */
    public FilePiece part(long from, long to) {
        return new FilePiece(file, from, to, size, modifiedMicros);
    }

    public Path path() {
        return Path.of(file);
    }

    public long length() {
        return end - start;
    }

    /** How the file is packed, as its name says. */
    public Compression compression() {
        return Compression.ofName(file.getPath());
    }

    /** Whether the file is packed, so that places in it are no places in what it holds and it is read from its start. */
    public boolean isPacked() {
        return compression() != Compression.NONE;
    }

    /** Whether it is a piece of a packed file that was cut between parts that can be unpacked each by itself. */
    public boolean isPackedPart() {
        return isPacked() && (start > 0 || end < size);
    }

    /** The unpacked bytes of the parts of a packed file that begin in this piece, and what follows. The caller closes them. */
    public ByteFeed openPackedPart() throws IOException {
        return UnitFeed.open(this);
    }

    /**
     * The unpacked bytes from a position on, which is 0 in a packed file. The caller closes them.
     *
     * @param bufferBytes how much is read at a time
     */
    public ByteFeed open(long from, int bufferBytes) throws IOException {
        FileFeed feed = FileFeed.open(this, from);
        try {
            return compression().unpack(feed, bufferBytes);
        } catch (IOException | RuntimeException e) {
            Closing.after(e, feed);
            throw e;
        }
    }

    /** What to throw when the bytes can't be read on, {@code at} the position of the unpacked ones that was reached. */
    public EngineException failed(long at, IOException cause) {
        if (cause instanceof DamagedFileException) {
            return new EngineException(
                    ErrorCode.MALFORMED_INPUT,
                    path() + " is not a whole " + compression().title() + " file: " + cause.getMessage()
                            + ", behind byte " + at + " of the unpacked text" + fromWhere(),
                    cause);
        }
        return new EngineException(
                ErrorCode.INPUT_UNREADABLE,
                path() + " can't be read at byte " + at + ": " + FileFailures.reason(cause),
                cause);
    }

    /** What the places in unpacked text are counted from, for messages; empty for the beginning of a file. */
    public String fromWhere() {
        return isPackedPart() ? " from byte " + start + " of the packed file on" : "";
    }

    /**
     * Compares the file with what it was when the input was listed.
     *
     * @throws EngineException with {@link ErrorCode#INPUT_UNREADABLE} if it changed or is gone
     */
    public void requireUnchanged() {
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

    /** What to throw when the file has become another one. */
    public EngineException changed(long sizeNow) {
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
