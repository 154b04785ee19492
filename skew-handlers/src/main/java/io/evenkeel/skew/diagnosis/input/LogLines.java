package io.evenkeel.skew.diagnosis.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.xerial.snappy.SnappyError;

/**
 * The lines of one file of an event log, as bytes in a buffer that is used again for every line. A damaged or cut stream
 * ends early and says why; a line over the limit is skipped and counted. Confined to one thread; owns its stream.
 */
public final class LogLines implements AutoCloseable {

    private static final int FIRST_BUFFER_BYTES = 256 << 10;

    private final InputStream in;
    private final int maxLineBytes;
    private byte[] buffer = new byte[FIRST_BUFFER_BYTES];
    /** Where the next line begins. */
    private int position;

    private int start;
    private int end;
    private int filled;
    private boolean exhausted;
    private boolean terminated;
    private long bytesRead;
    private long skippedLines;
    private Optional<String> damage = Optional.empty();

    LogLines(InputStream in, int maxLineBytes) {
        this.in = in;
        this.maxLineBytes = maxLineBytes;
    }

    /** Moves to the next line that is not empty; false at the end. */
    public boolean next() {
        while (advance()) {
            if (length() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Where the line lies, from {@link #start()} on; valid until the next call of {@link #next()}. */
    public byte[] buffer() {
        return buffer;
    }

    public int start() {
        return start;
    }

    public int length() {
        return end - start;
    }

    /** Whether a line feed ended the line; only a file's last line lacks it. */
    public boolean terminated() {
        return terminated;
    }

    /** Uncompressed bytes read so far. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Lines that were longer than the limit. */
    public long skippedLines() {
        return skippedLines;
    }

    /** Why the stream ended before its end, if it did. */
    public Optional<String> damage() {
        return damage;
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException | RuntimeException e) {
            // Nothing was written, and what was read has been judged already.
            exhausted = true;
        }
    }

    private boolean advance() {
        boolean tooLong = false;
        int scan = position;
        while (true) {
            int feed = indexOfLineFeed(scan);
            if (feed >= 0) {
                take(feed, true);
                if (!tooLong && length() <= maxLineBytes) {
                    return true;
                }
                skippedLines++;
                tooLong = false;
                scan = position;
            } else if (exhausted) {
                take(filled, false);
                if (tooLong || length() > maxLineBytes) {
                    skippedLines++;
                    start = end;
                }
                return end > start;
            } else {
                tooLong |= filled - position > maxLineBytes;
                scan = tooLong ? 0 : filled - position;
                keepLast(scan);
                fill();
            }
        }
    }

    private void take(int to, boolean withFeed) {
        start = position;
        end = to > position && buffer[to - 1] == '\r' ? to - 1 : to;
        terminated = withFeed;
        position = withFeed ? to + 1 : to;
    }

    private int indexOfLineFeed(int from) {
        byte[] bytes = buffer;
        for (int i = from; i < filled; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Moves the last bytes, the beginning of a line, to the front and leaves room behind them. */
    private void keepLast(int kept) {
        System.arraycopy(buffer, filled - kept, buffer, 0, kept);
        position = 0;
        filled = kept;
        if (filled == buffer.length) {
            long grown = Math.min(buffer.length * 2L, maxLineBytes + (long) FIRST_BUFFER_BYTES);
            buffer = Arrays.copyOf(buffer, Math.toIntExact(grown));
        }
    }

    private void fill() {
        try {
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                exhausted = true;
            } else {
                filled += read;
                bytesRead += read;
            }
        } catch (IOException | RuntimeException | SnappyError e) {
            // Codecs report damage with any of these; what came before it is sound.
            exhausted = true;
            damage = Optional.of(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        }
    }
}
