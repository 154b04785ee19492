package io.evenkeel.file;

import io.evenkeel.error.Closing;
import io.evenkeel.error.EngineException;
import io.evenkeel.file.PackedUnits.Unit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/**
 * The unpacked bytes of the parts of a packed file that begin in a piece of it, and those behind it as far as they are asked
 * for; {@link #boundary} says where these begin. Confined to the task's thread.
 */
final class UnitFeed implements ByteFeed {

    private final PackedUnits units;
    private final long end;
    private @Nullable InputStream bytes;
    private @Nullable Unit ahead;
    private long given;
    private long boundary = Long.MAX_VALUE;

    private UnitFeed(PackedUnits units, long end) {
        this.units = units;
        this.end = end;
    }

    static UnitFeed open(FilePiece piece) throws IOException {
        return new UnitFeed(PackedUnits.of(piece, piece.start()), piece.end());
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            while (true) {
                InputStream current = bytes;
                if (current != null) {
                    int read = current.read(target, offset, length);
                    if (read > 0) {
                        given += read;
                        return read;
                    }
                    if (read < 0) {
                        bytes = null;
                        current.close();
                    }
                } else if (!advance()) {
                    return -1;
                }
            }
        } catch (FileSystemException | DamagedFileException | EngineException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new DamagedFileException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Opens the next part. The first one behind the piece is opened only when it is asked for once more. */
    private boolean advance() throws IOException {
        Unit unit = ahead == null ? units.next() : ahead;
        ahead = null;
        if (unit == null) {
            boundary = Math.min(boundary, given);
            return false;
        }
        if (unit.start() >= end) {
            boundary = Math.min(boundary, given);
        }
        bytes = unit.open();
        return true;
    }

    @Override
    public long boundary() {
        return boundary;
    }

    @Override
    public void close() throws IOException {
        InputStream open = bytes;
        bytes = null;
        try {
            units.close();
        } catch (IOException | RuntimeException e) {
            if (open != null) {
                Closing.after(e, open);
            }
            throw e;
        }
        if (open != null) {
            open.close();
        }
    }
}
