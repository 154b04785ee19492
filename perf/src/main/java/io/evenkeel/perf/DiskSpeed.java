package io.evenkeel.perf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/**
 * How fast the file system takes and gives one large file, in pieces of a megabyte, as shuffles see it: written without
 * forcing it to the device, and read while the system still may have it in memory.
 *
 * @param writeMegabytesPerSecond when it was written
 * @param readMegabytesPerSecond when it was read back
 */
record DiskSpeed(double writeMegabytesPerSecond, double readMegabytesPerSecond) {

    private static final int PIECE = 1 << 20;

    static DiskSpeed of(Path directory, long megabytes) throws IOException {
        byte[] piece = new byte[PIECE];
        new Random(1).nextBytes(piece);
        Path file = Files.createTempFile(directory, "disk", ".speed");
        try {
            long start = System.nanoTime();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                for (long i = 0; i < megabytes; i++) {
                    ByteBuffer left = ByteBuffer.wrap(piece);
                    while (left.hasRemaining()) {
                        channel.write(left);
                    }
                }
            }
            long written = System.nanoTime();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                ByteBuffer into = ByteBuffer.wrap(piece);
                while (channel.read(into.clear()) >= 0) {
                    Thread.onSpinWait();
                }
            }
            long read = System.nanoTime();
            return new DiskSpeed(megabytes * 1e9 / (written - start), megabytes * 1e9 / (read - written));
        } finally {
            Files.delete(file);
        }
    }
}
