package io.evenkeel.skew.diagnosis.input;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.xerial.snappy.SnappyError;

/** One file, or standard input, that holds all or a part of an event log. */
public final class LogPart {

    private final String name;
    private final Source source;

    private LogPart(String name, Source source) {
        this.name = name;
        this.source = source;
    }

    static LogPart of(Path file) {
        return new LogPart(file.toString(), () -> Files.newInputStream(file));
    }

    /** A stream that can be opened once. */
    static LogPart of(String name, InputStream in) {
        return new LogPart(name, () -> in);
    }

    /** How messages call it. */
    public String name() {
        return name;
    }

    /**
     * Opens it; what it is compressed with is told by its first bytes.
     *
     * @param maxLineBytes lines above are skipped and counted
     * @throws EngineException if it can't be opened
     */
    public LogLines open(int maxLineBytes) {
        InputStream raw;
        try {
            raw = source.open();
        } catch (IOException e) {
            throw new EngineException(ErrorCode.INPUT_UNREADABLE, "cannot read " + name + ": " + e.getMessage(), e);
        }
        try {
            return new LogLines(LogCodec.unpack(raw), maxLineBytes);
        } catch (IOException | RuntimeException | SnappyError e) {
            return new LogLines(new DamagedStream(raw, e), maxLineBytes);
        }
    }

    private interface Source {
        InputStream open() throws IOException;
    }

    /** A stream whose compression is damaged from its first bytes on. */
    private static final class DamagedStream extends InputStream {

        private final InputStream raw;
        private final Throwable cause;

        DamagedStream(InputStream raw, Throwable cause) {
            this.raw = raw;
            this.cause = cause;
        }

        @Override
        public int read() throws IOException {
            String message = cause.getMessage();
            throw new IOException(message == null ? cause.getClass().getSimpleName() : message, cause);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return read();
        }

        @Override
        public void close() throws IOException {
            raw.close();
        }
    }
}
