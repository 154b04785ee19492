package io.evenkeel.text;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Writes lines as bytes through a buffer. Confined to the task's thread; closes its stream. A surrogate that
 * {@link Malformed#KEEP} put for a byte becomes that byte again under each policy.
 */
public final class LineWriter implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    /** Longer lines are encoded character by character, so that there is no second copy of them. */
    private static final int WHOLE_LINE = 1 << 13;

    /** The most bytes that one character takes. */
    private static final int CHARACTER_BYTES = 4;

    private final OutputStream target;
    private final Charset charset;
    private final boolean refuses;

    /** Characters below are their own byte. */
    private final int plainLimit;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int used;
    private long flushedBytes;
    private long lines;
    private long repairedLines;

    /** Takes over the stream. */
    public LineWriter(OutputStream target, Charset charset, Malformed policy) {
        this.target = target;
        this.charset = charset;
        this.refuses = policy == Malformed.REFUSE;
        this.plainLimit = charset.equals(StandardCharsets.ISO_8859_1) ? 0x100 : 0x80;
    }

    /** Writes a line and its newline. */
    public void write(String line) throws IOException {
        if (!writeWhole(line)) {
            writeCharacters(line);
        }
        if (used == BUFFER_BYTES) {
            flush();
        }
        buffer[used++] = '\n';
        lines++;
    }

    /**
     * Writes what the JDK, which is several times faster, makes of a line; false, and nothing is written, if that may have
     * put a question mark for a character, or the line is too long.
     */
    private boolean writeWhole(String line) throws IOException {
        if (line.length() > WHOLE_LINE || !charset.equals(StandardCharsets.UTF_8)) {
            return false;
        }
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        if (ByteSearch.find((byte) '?', bytes, 0, bytes.length) >= 0) {
            return false;
        }
        if (BUFFER_BYTES - used < bytes.length) {
            flush();
        }
        System.arraycopy(bytes, 0, buffer, used, bytes.length);
        used += bytes.length;
        return true;
    }

    private void writeCharacters(String line) throws IOException {
        int length = line.length();
        boolean repaired = false;
        int at = 0;
        while (at < length) {
            if (BUFFER_BYTES - used < CHARACTER_BYTES) {
                flush();
            }
            int stop = Math.min(length, at + BUFFER_BYTES - used - CHARACTER_BYTES + 1);
            while (at < stop && line.charAt(at) < plainLimit) {
                buffer[used++] = (byte) line.charAt(at++);
            }
            if (at < stop) {
                int character = line.codePointAt(at);
                repaired |= !encode(character);
                if (repaired && refuses) {
                    throw noBytes(character, at);
                }
                at += Character.charCount(character);
            }
        }
        if (repaired) {
            repairedLines++;
        }
    }

    /** Encodes a character above the plain ones; false if the charset has no bytes for it and a question mark stands in. */
    private boolean encode(int character) {
        if (character <= Character.MAX_VALUE && KeptBytes.isKept((char) character)) {
            buffer[used++] = KeptBytes.toByte((char) character);
            return true;
        }
        boolean surrogate = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
        if (surrogate || !charset.equals(StandardCharsets.UTF_8)) {
            buffer[used++] = '?';
            return false;
        }
        if (character < 0x800) {
            buffer[used++] = (byte) (0xC0 | (character >> 6));
        } else {
            if (character < 0x10000) {
                buffer[used++] = (byte) (0xE0 | (character >> 12));
            } else {
                buffer[used++] = (byte) (0xF0 | (character >> 18));
                buffer[used++] = (byte) (0x80 | ((character >> 12) & 0x3F));
            }
            buffer[used++] = (byte) (0x80 | ((character >> 6) & 0x3F));
        }
        buffer[used++] = (byte) (0x80 | (character & 0x3F));
        return true;
    }

    private EngineException noBytes(int character, int at) {
        return new EngineException(
                ErrorCode.INVALID_ARGUMENT,
                "row " + lines + " of the partition has U+" + String.format("%04X", character) + " at character " + at
                        + ", which " + charset + " has no bytes for; choose another charset, or set "
                        + TextSettings.MALFORMED.key() + " to replace");
    }

    private void flush() throws IOException {
        target.write(buffer, 0, used);
        flushedBytes += used;
        used = 0;
    }

    /** How many were written. */
    public long lines() {
        return lines;
    }

    /** In how many lines a question mark stands in for a character. */
    public long repairedLines() {
        return repairedLines;
    }

    /** How long the file is with all that was written. */
    long bytes() {
        return flushedBytes + used;
    }

    /** Writes what is left in the buffer; {@link #close} alone drops it. */
    public void finish() throws IOException {
        flush();
    }

    @Override
    public void close() throws IOException {
        target.close();
    }
}
