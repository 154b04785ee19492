package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.GeneratedRows;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * W4 on arrays: bodies in chunks, keys with the numbers of their records in sixteen ranges, each sorted by radix and
 * written. Confined to the thread that calls it.
 */
final class PlainSort {

    private static final int RANGES = 16;
    private static final int CHUNK = 1 << 18;
    private static final int LINE = GeneratedRows.BODY_BYTES - 2;

    private final int rows;
    private final byte[][] bodies;
    private final long[] keys;

    PlainSort(int rows) {
        this.rows = rows;
        this.bodies = new byte[(rows + CHUNK - 1) / CHUNK][];
        this.keys = new long[rows];
    }

    Digest sort(Path output) throws Exception {
        TwoThreads.run(thread -> {
            generate(thread);
            return thread;
        });
        int[] starts = new int[RANGES + 1];
        for (long key : keys) {
            starts[range(key) + 1]++;
        }
        for (int range = 0; range < RANGES; range++) {
            starts[range + 1] += starts[range];
        }
        int[] next = starts.clone();
        long[] byRange = new long[rows];
        int[] numbers = new int[rows];
        for (int i = 0; i < rows; i++) {
            int at = next[range(keys[i])]++;
            byRange[at] = keys[i];
            numbers[at] = i;
        }
        List<Long> hashes = TwoThreads.run(thread -> {
            long hash = 0;
            for (int range = thread; range < RANGES; range += TwoThreads.COUNT) {
                int length = starts[range + 1] - starts[range];
                long[] sorted = new long[length];
                int[] places = new int[length];
                System.arraycopy(byRange, starts[range], sorted, 0, length);
                System.arraycopy(numbers, starts[range], places, 0, length);
                RadixPasses.sort(sorted, places);
                hash += write(sorted, places, output.resolve(String.format("part-%02d", range)));
            }
            return hash;
        });
        return new Digest(rows, hashes.get(0) + hashes.get(1));
    }

    /** The upper four bits, negative keys first. */
    private static int range(long key) {
        return (int) (key >>> 60) ^ 8;
    }

    private void generate(int thread) {
        for (int chunk = thread; chunk < bodies.length; chunk += TwoThreads.COUNT) {
            int first = chunk * CHUNK;
            int count = Math.min(CHUNK, rows - first);
            byte[] bytes = new byte[count * GeneratedRows.BODY_BYTES];
            for (int i = 0; i < count; i++) {
                keys[first + i] = GeneratedRows.sortKey(first + i);
                System.arraycopy(
                        GeneratedRows.body(first + i),
                        0,
                        bytes,
                        i * GeneratedRows.BODY_BYTES,
                        GeneratedRows.BODY_BYTES);
            }
            bodies[chunk] = bytes;
        }
    }

    private long write(long[] sorted, int[] numbers, Path file) throws IOException {
        long hash = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 18)) {
            for (int i = 0; i < sorted.length; i++) {
                out.write(Long.toString(sorted[i]).getBytes(StandardCharsets.ISO_8859_1));
                out.write('\t');
                out.write(bodies[numbers[i] / CHUNK], numbers[i] % CHUNK * GeneratedRows.BODY_BYTES, LINE);
                out.write('\n');
                hash += Digest.hash(sorted[i], GeneratedRows.BODY_BYTES);
            }
        }
        return hash;
    }
}
