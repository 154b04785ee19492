package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.ByteFeed;
import io.evenkeel.file.FilePiece;
import io.evenkeel.text.LineDecoder;
import io.evenkeel.text.MalformedLineException;
import io.evenkeel.text.TextCharsets;
import io.evenkeel.text.TextSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows of a piece of a file apart into fields, byte by byte, in the states of {@link CsvState}. A row belongs to
 * the piece in which its first byte lies. Fields become text only when they are asked for. Confined to the task's thread;
 * closes its bytes.
 */
final class CsvParser implements AutoCloseable {

    private static final byte PLAIN = 0;
    private static final byte QUOTED = 1;
    private static final byte DOUBLED = 2;

    /** What stands behind the last byte: no byte has this value. */
    private static final int END = Integer.MIN_VALUE;

    private final FilePiece piece;
    private final ByteFeed bytes;
    private final byte separator;
    private final byte quote;
    private final Optional<String> nothing;
    private final LineDecoder decoder;
    private final int maxRowBytes;

    /** Rows that start here or later belong to the next piece. */
    private final long end;

    /** What is read and not yet given; {@code buffer[next]} is the first byte of the row, or of the next one. */
    private byte[] buffer;

    private final int bufferBytes;
    private int next;
    private int limit;

    /** The place of {@code buffer[0]} in the unpacked file. */
    private long offset;

    /** Fields of the row at hand, counted from its first byte. */
    private int fields;

    private int[] starts = new int[16];
    private int[] lengths = new int[16];
    private byte[] kinds = new byte[16];
    private int rowLength;
    private @Nullable String problem;

    /** On which line the row at hand starts, and the one behind it. */
    private long line;

    private long nextLine;

    /**
     * Reads on from a place where a row starts.
     *
     * @param offset of the first byte that the feed gives
     * @param end rows that start here or later are not read
     * @param line on which the first byte stands, from 1
     */
    CsvParser(FilePiece piece, ByteFeed bytes, long offset, long end, long line, CsvOptions options, int bufferBytes) {
        this.piece = piece;
        this.bytes = bytes;
        this.offset = offset;
        this.end = end;
        this.line = line;
        this.nextLine = line;
        this.separator = (byte) options.separator();
        this.quote = (byte) options.quote();
        this.nothing = options.nothing();
        this.decoder =
                TextCharsets.decoder(options.text().charset(), options.text().malformed());
        this.maxRowBytes = options.text().maxLineBytes();
        this.bufferBytes = bufferBytes;
        this.buffer = new byte[bufferBytes];
    }

    /** Goes to the first place at which a row starts, given the state at the place where it stands. */
    void skipToRow(CsvState before) throws IOException {
        CsvState state = before;
        while (state != CsvState.ROW_START && position() < end) {
            if (next == limit && !fill(0)) {
                return;
            }
            byte value = buffer[next];
            if (state == CsvState.AFTER_CARRIAGE_RETURN && value != '\n') {
                return;
            }
            state = state.next(classOf(value));
            nextLine += value == '\n' ? 1 : 0;
            next++;
        }
    }

    private CsvState.ByteClass classOf(byte value) {
        if (value == separator) {
            return CsvState.ByteClass.SEPARATOR;
        }
        if (value == quote) {
            return CsvState.ByteClass.QUOTE;
        }
        return switch (value) {
            case '\n' -> CsvState.ByteClass.LINE_FEED;
            case '\r' -> CsvState.ByteClass.CARRIAGE_RETURN;
            default -> CsvState.ByteClass.OTHER;
        };
    }

    /** Skips the mark that a UTF-8 file may begin with; called before anything is read. */
    void skipByteOrderMark() throws IOException {
        while (limit < 3 && fill(limit)) {
            // A read may give fewer bytes than there are.
        }
        if (limit >= 3 && buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) {
            next = 3;
        }
    }

    /** Skips so many bytes and lines, which were read before. */
    void skip(long count, long lines) throws IOException {
        long left = count;
        while (left > 0 && (next < limit || fill(0))) {
            int step = (int) Math.min(left, limit - next);
            next += step;
            left -= step;
        }
        nextLine += lines;
    }

    /** Steps to the next row; false behind the last one. */
    boolean advance() throws IOException {
        next += rowLength;
        rowLength = 0;
        fields = 0;
        problem = null;
        line = nextLine;
        if (position() >= end || (next == limit && !fill(0))) {
            return false;
        }
        int at = 0;
        while (true) {
            at = byteAt(at) == quote ? quotedField(at) : plainField(at, at, PLAIN);
            int stop = byteAt(at);
            if (stop != separator) {
                rowLength = at + lineEnd(at, stop);
                return true;
            }
            at++;
        }
    }

    /** How many bytes the line end at {@code at} has. */
    private int lineEnd(int at, int stop) throws IOException {
        if (stop == END) {
            return 0;
        }
        if (stop == '\r' && byteAt(at + 1) != '\n') {
            return 1;
        }
        nextLine++;
        return stop == '\r' ? 2 : 1;
    }

    /** Takes a field to its separator or line end, from {@code at} on; gives where that is. */
    private int plainField(int start, int at, byte kind) throws IOException {
        int i = next + at;
        while (true) {
            while (i < limit) {
                byte value = buffer[i];
                if (value == separator || value == '\n' || value == '\r') {
                    add(start, i - next - start, kind);
                    return i - next;
                }
                i++;
            }
            int reached = i - next;
            if (!fill(reached)) {
                add(start, reached - start, kind);
                return reached;
            }
            i = next + reached;
        }
    }

    /** Takes a field whose quote stands at {@code start}; gives where its separator or line end is. */
    private int quotedField(int start) throws IOException {
        byte kind = QUOTED;
        int i = next + start + 1;
        while (true) {
            while (i < limit && buffer[i] != quote) {
                nextLine += buffer[i] == '\n' ? 1 : 0;
                i++;
            }
            int at = i - next;
            if (at + next == limit && !fill(at)) {
                problem = "a quote is not closed";
                add(start, at - start, PLAIN);
                return at;
            }
            if (buffer[next + at] == quote) {
                int following = byteAt(at + 1);
                if (following != quote) {
                    return close(start, at, kind, following);
                }
                kind = DOUBLED;
                at += 2;
            }
            i = next + at;
        }
    }

    private int close(int start, int at, byte kind, int following) throws IOException {
        if (following == END || following == separator || following == '\n' || following == '\r') {
            add(start + 1, at - start - 1, kind);
            return at + 1;
        }
        problem = "text stands behind a closing quote";
        return plainField(start, at + 1, PLAIN);
    }

    private void add(int start, int length, byte kind) {
        if (fields == starts.length) {
            starts = Arrays.copyOf(starts, 2 * fields);
            lengths = Arrays.copyOf(lengths, 2 * fields);
            kinds = Arrays.copyOf(kinds, 2 * fields);
        }
        starts[fields] = start;
        lengths[fields] = length;
        kinds[fields] = kind;
        fields++;
    }

    /** The byte at a place in the row, as its value from -128 to 127; a value that no byte has behind the end. */
    private int byteAt(int at) throws IOException {
        return next + at < limit || fill(at) ? buffer[next + at] : END;
    }

    int fields() {
        return fields;
    }

    /** Whether the row is an empty line. */
    boolean isBlank() {
        return fields == 1 && lengths[0] == 0 && kinds[0] == PLAIN;
    }

    /** What is wrong with the row at hand, empty if nothing is. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** On which line the row at hand starts. */
    long line() {
        return line;
    }

    /** On which line the row behind the one at hand starts. */
    long nextLine() {
        return nextLine;
    }

    /** Where the row behind the one at hand starts. */
    long position() {
        return offset + next + rowLength;
    }

    /** In how many fields bytes were replaced or kept so far. */
    long repaired() {
        return decoder.repairedLines();
    }

    /** A field's text; null for one that is empty without quotes, or says the word for "nothing" without quotes. */
    @Nullable
    String text(int field) throws MalformedLineException {
        if (kinds[field] == PLAIN && lengths[field] == 0) {
            return null;
        }
        String text = raw(field);
        return kinds[field] == PLAIN && nothing.isPresent() && text.equals(nothing.get()) ? null : text;
    }

    private String raw(int field) throws MalformedLineException {
        int start = next + starts[field];
        if (kinds[field] != DOUBLED) {
            return decoder.decode(buffer, start, lengths[field]);
        }
        byte[] plain = new byte[lengths[field]];
        int length = 0;
        for (int i = start; i < start + lengths[field]; i++) {
            plain[length++] = buffer[i];
            if (buffer[i] == quote) {
                i++;
            }
        }
        return decoder.decode(plain, 0, length);
    }

    /** The row as it stands in the file, without its line end, cut to what a message can hold. */
    String excerpt() {
        int length = Math.min(200, rowLength);
        String text = new String(buffer, next, length, StandardCharsets.UTF_8).stripTrailing();
        return length < rowLength ? text + "…" : text;
    }

    /** Reads more, so that there is a byte at this place behind {@code next}; false at the end. */
    private boolean fill(int at) throws IOException {
        if (limit - next > maxRowBytes) {
            throw tooLong();
        }
        if (next > 0 || limit == buffer.length) {
            int kept = limit - next;
            byte[] target = roomFor(kept);
            System.arraycopy(buffer, next, target, 0, kept);
            buffer = target;
            offset += next;
            next = 0;
            limit = kept;
        }
        while (limit <= at) {
            int read = bytes.read(buffer, limit, buffer.length - limit);
            if (read < 0) {
                return false;
            }
            limit += read;
        }
        return true;
    }

    /** The buffer itself, or a larger one where a row fills more than half of it. */
    private byte[] roomFor(int kept) {
        if (kept < buffer.length / 2) {
            return buffer;
        }
        long wanted = Math.min(2L * Math.max(kept, bufferBytes), Math.max(bufferBytes, maxRowBytes + 2L));
        return wanted > buffer.length ? new byte[(int) Math.max(wanted, kept + 1L)] : buffer;
    }

    private EngineException tooLong() {
        return new EngineException(
                ErrorCode.MALFORMED_INPUT,
                piece.path() + ": the row on line " + line + " is longer than " + TextSettings.MAX_LINE_LENGTH.key()
                        + " = " + maxRowBytes + " bytes; either a quote is not closed, or the limit is too low");
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
