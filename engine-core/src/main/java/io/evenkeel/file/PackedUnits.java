package io.evenkeel.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a packed file that can be unpacked each by itself, in order: blocks of bzip2, frames of Zstandard, frames or
 * blocks of LZ4. Confined to the task's thread; whoever opened them closes them.
 */
interface PackedUnits extends Closeable {

    /**
     * The next part; null behind the last one.
     *
     * @throws DamagedFileException if the file is not whole
     */
    @Nullable
    Unit next() throws IOException;

    /** One part. */
    interface Unit {

        /** Where in the packed file it begins. */
        long start();

        /** Its bytes, unpacked. */
        InputStream open() throws IOException;
    }

    /** The parts of a file from the first that begins at a position or behind it. */
    static PackedUnits of(FilePiece piece, long from) throws IOException {
        PackedFile file = PackedFile.open(piece);
        return switch (piece.compression()) {
            case BZIP2 -> new Bzip2Blocks(file, from);
            case ZSTD -> new SkippedUnits(new ZstdFrames(file), from);
            case LZ4 -> new SkippedUnits(new Lz4Blocks(file), from);
            case NONE, GZIP -> throw new IllegalArgumentException(piece + " has no parts");
        };
    }

    /**
     * Whether a file can be cut: it has more than one part. A file that is not whole can't, so that whoever reads it says what
     * is wrong with it.
     */
    static boolean several(FilePiece piece) throws IOException {
        return switch (piece.compression()) {
            case NONE, GZIP -> false;
            case BZIP2, ZSTD, LZ4 -> {
                try (PackedUnits units = of(piece, 0)) {
                    Unit first = units.next();
                    yield first != null && units.next() != null;
                } catch (DamagedFileException e) {
                    yield false;
                }
            }
        };
    }

    /** Those that begin at a position or behind it, where all before must be stepped over to find them. */
    record SkippedUnits(PackedUnits all, long from) implements PackedUnits {

        @Override
        public @Nullable Unit next() throws IOException {
            Unit unit = all.next();
            while (unit != null && unit.start() < from) {
                unit = all.next();
            }
            return unit;
        }

        @Override
        public void close() throws IOException {
            all.close();
        }
    }
}
