package io.evenkeel.perf.workload;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.stats.LongAccumulator;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a result is compared by: how many rows it has, and a sum of hashes of them, which no order changes. Immutable.
 *
 * @param rows how many
 * @param hash the sum
 */
public record Digest(long rows, long hash) {

    /** Computes a dataset and takes in each of its rows. */
    static <T> Digest of(EngineSession session, Dataset<T> result, SerializableFunction<? super T, Long> hash) {
        LongAccumulator rows = session.longAccumulator("rows");
        LongAccumulator sum = session.longAccumulator("hash");
        result.filter(row -> {
                    rows.add(1);
                    sum.add(hash.apply(row));
                    return false;
                })
                .count();
        return new Digest(rows.value(), sum.value());
    }

    /** Of the lines of what was written into a directory: all files that begin with {@code part-}. */
    public static Digest ofLines(Path directory) throws IOException {
        long rows = 0;
        long hash = 0;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path part : files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .toList()) {
                try (BufferedReader lines = Files.newBufferedReader(part)) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        rows++;
                        hash += hash(line);
                    }
                }
            }
        }
        return new Digest(rows, hash);
    }

    /** A hash of a line of text. */
    public static long hash(String line) {
        return Mixing.mix(line.hashCode());
    }

    /** A hash of two numbers that belong together. */
    public static long hash(long first, long second) {
        return Mixing.mix(first * 31 + Mixing.mix(second));
    }
}
