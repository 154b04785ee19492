package io.evenkeel.text;

import io.evenkeel.error.Closing;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.ByteFeed;
import io.evenkeel.file.FilePiece;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Steps over the lines of one piece of a file. A line belongs to the piece in which its first byte lies, so the last
 * line may reach beyond the piece, and what comes before the first line start is left to the piece before. In a piece of a
 * packed file, where the byte before it is not known, a line that begins with the piece is left to the piece before, too.
 * Confined to the task's thread; closes its bytes.
 */
final class LineReader implements AutoCloseable {

    private final FilePiece piece;
    private final ByteFeed bytes;
    private final boolean endsAtCarriageReturn;
    private final int maxLineBytes;

    /** Lines that start here or later belong to the next piece. */
    private long end;

    /** What is read and not yet given; {@code buffer[0]} is the byte at {@code offset} of the text. */
    private byte[] buffer;

    private final int bufferBytes;
    private int next;
    private int limit;
    private long offset;

    private int lineStart;
    private int lineLength;

    private LineReader(FilePiece piece, ByteFeed bytes, long offset, long end, TextOptions options, int bufferBytes) {
        this.piece = piece;
        this.bytes = bytes;
        this.offset = offset;
        this.end = end;
        this.endsAtCarriageReturn = options.lineEnding() == LineEnding.LF_OR_CRLF;
        this.maxLineBytes = options.maxLineBytes();
        this.bufferBytes = bufferBytes;
        this.buffer = new byte[bufferBytes];
    }

    /**
     * Opens a piece and stands before the first line that belongs to it.
     *
     * @param bufferBytes how much is read at a time
     */
    static LineReader open(FilePiece piece, TextOptions options, int bufferBytes) {
        piece.requireUnchanged();
        long from = piece.isPacked() ? 0 : Math.max(0, piece.start() - 1);
        long end = piece.isPacked() ? Long.MAX_VALUE : piece.end();
        LineReader reader = null;
        try {
            ByteFeed bytes = piece.isPackedPart() ? piece.openPackedPart() : piece.open(from, bufferBytes);
            reader = new LineReader(piece, bytes, from, end, options, bufferBytes);
            reader.skipToFirstLine(options);
            return reader;
        } catch (IOException e) {
            EngineException failure = piece.failed(piece.start(), e);
            if (reader != null) {
                Closing.after(failure, reader);
            }
            throw failure;
        }
    }

    private void skipToFirstLine(TextOptions options) throws IOException {
        if (piece.start() > 0) {
            skipLineOfPieceBefore();
        } else if (options.charset().equals(StandardCharsets.UTF_8) && options.malformed() != Malformed.KEEP) {
            skipByteOrderMark();
        }
    }

    /** The first line start of the piece stands behind a newline, which may be the last byte of the piece before. */
    private void skipLineOfPieceBefore() throws IOException {
        while (position() < end) {
            int newline = ByteSearch.find((byte) '\n', buffer, next, limit);
            if (newline >= 0) {
                next = newline + 1;
                return;
            }
            next = limit;
            if (!fill()) {
                return;
            }
        }
    }

    /** Skips the mark that a UTF-8 text may begin with. */
    private void skipByteOrderMark() throws IOException {
        while (position() == 0 && limit - next < 3 && fill()) {
            // A read may give fewer bytes than there are.
        }
        if (position() == 0
                && limit - next >= 3
                && buffer[next] == (byte) 0xEF
                && buffer[next + 1] == (byte) 0xBB
                && buffer[next + 2] == (byte) 0xBF) {
            next += 3;
            end = Math.max(end, position() + 1); // The first line is the first piece's, however short the piece.
        }
    }

    /** Steps to the next line. */
    boolean advance() {
        if (position() >= end) {
            return false;
        }
        int scanned = 0;
        while (true) {
            int newline = ByteSearch.find((byte) '\n', buffer, next + scanned, limit);
            if (newline >= 0) {
                found(newline);
                return true;
            }
            scanned = limit - next;
            requireLength(scanned - 1);
            if (!fillOrFail()) {
                requireLength(scanned);
                lineStart = next;
                lineLength = scanned;
                next = limit;
                return scanned > 0;
            }
        }
    }

    private void found(int newline) {
        lineStart = next;
        lineLength = newline - next;
        if (endsAtCarriageReturn && lineLength > 0 && buffer[newline - 1] == '\r') {
            lineLength--;
        }
        requireLength(lineLength);
        next = newline + 1;
    }

    private void requireLength(int length) {
        if (length > maxLineBytes) {
            throw new EngineException(
                    ErrorCode.MALFORMED_INPUT,
                    piece.path() + ": the line at byte " + position() + piece.fromWhere() + " is longer than "
                            + TextSettings.MAX_LINE_LENGTH.key() + " = " + maxLineBytes
                            + " bytes; raise it if the lines are meant to be that long");
        }
    }

    /** The line's characters. */
    String line(LineDecoder decoder) {
        try {
            return decoder.decode(buffer, lineStart, lineLength);
        } catch (MalformedLineException e) {
            long at = offset + lineStart + e.index();
            throw new EngineException(
                    ErrorCode.MALFORMED_INPUT,
                    piece.path() + ": byte " + at
                            + (piece.isPacked() ? " of the unpacked text" + piece.fromWhere() : "")
                            + " is no text in the charset; set " + TextSettings.MALFORMED.key()
                            + " to replace or keep, or name the file's charset",
                    e);
        } catch (OutOfMemoryError e) {
            throw tooLargeForHeap(lineLength, e);
        }
    }

    /** The file that is read. */
    Path path() {
        return piece.path();
    }

    /** Where in the text the line at hand starts, for messages. */
    String linePlace() {
        return "byte " + (offset + lineStart) + piece.fromWhere();
    }

    /** Where in the text the next line starts. */
    long position() {
        return offset + next;
    }

    private boolean fillOrFail() {
        try {
            return fill();
        } catch (IOException e) {
            throw piece.failed(offset + limit, e);
        }
    }

    /** Reads more behind what is there, keeping what is not given yet; false at the end. */
    private boolean fill() throws IOException {
        int kept = limit - next;
        if (next > 0 || kept == buffer.length) {
            byte[] target = roomFor(kept);
            System.arraycopy(buffer, next, target, 0, kept);
            buffer = target;
            offset += next;
            next = 0;
            limit = kept;
        }
        int read = bytes.read(buffer, limit, buffer.length - limit);
        if (bytes.boundary() != Long.MAX_VALUE) {
            end = bytes.boundary() + 1;
        }
        if (read < 0) {
            return false;
        }
        limit += read;
        return true;
    }

    /** The buffer itself, a larger one for a long line, or a small one again behind it. */
    private byte[] roomFor(int kept) {
        if (kept >= buffer.length / 2) {
            long wanted = Math.min(Math.max(bufferBytes, 2L * kept), Math.max(bufferBytes, maxLineBytes + 3L));
            return wanted > buffer.length ? allocate((int) Math.max(wanted, kept + 1L)) : buffer;
        }
        return buffer.length > bufferBytes && kept < bufferBytes / 2 ? new byte[bufferBytes] : buffer;
    }

    private byte[] allocate(int size) {
        try {
            return new byte[size];
        } catch (OutOfMemoryError e) {
            throw tooLargeForHeap(limit - next, e);
        }
    }

    private EngineException tooLargeForHeap(int length, OutOfMemoryError cause) {
        return new EngineException(
                ErrorCode.OUT_OF_MEMORY,
                piece.path() + ": a line of at least " + length + " bytes near byte " + position()
                        + " does not fit into the heap; raise the memory of driver or executor, or refuse such lines with "
                        + TextSettings.MAX_LINE_LENGTH.key(),
                cause);
    }

    /** Checks that the file is still the one that was listed; called when all of the piece was read. */
    void finish() {
        piece.requireUnchanged();
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
