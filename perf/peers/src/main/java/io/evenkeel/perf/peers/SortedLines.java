package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads back what W4 wrote: a key and a body in each line, the keys ascending within and over the files. Stateless. */
final class SortedLines {

    /** The end of a line, which is no part of what is written of a body. */
    private static final int LINE_END = 2;

    private SortedLines() {}

    /**
     * Checks and adds up.
     *
     * @throws IOException if a key is smaller than the one before it
     */
    static Digest digest(Path directory) throws IOException {
        List<Path> parts;
        try (Stream<Path> files = Files.list(directory)) {
            parts = files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .sorted()
                    .toList();
        }
        long rows = 0;
        long hash = 0;
        long last = Long.MIN_VALUE;
        for (Path part : parts) {
            try (BufferedReader lines = Files.newBufferedReader(part, StandardCharsets.ISO_8859_1)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    int tab = line.indexOf('\t');
                    long key = Long.parseLong(line, 0, tab, 10);
                    if (key < last) {
                        throw new IOException(part + " has " + key + " behind " + last);
                    }
                    last = key;
                    rows++;
                    hash += Digest.hash(key, line.length() - tab - 1 + LINE_END);
                }
            }
        }
        return new Digest(rows, hash);
    }
}
