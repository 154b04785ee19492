package io.evenkeel.perf.workload;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The text of the word counts: twelve words a line with a blank between two, of a million words the frequent ones often. Stateless. */
public final class WordFile {

    private static final int WORDS = 1_000_000;
    private static final int WORDS_PER_LINE = 12;

    private WordFile() {}

    /** The file of this size in a directory; made if it is not there. */
    public static Path of(Path directory, long bytes) throws IOException {
        Path file = directory.resolve("words-" + bytes + ".txt");
        if (!Files.exists(file)) {
            Files.createDirectories(directory);
            Path unfinished = Files.createTempFile(directory, "words-", ".unfinished");
            write(unfinished, bytes);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return file;
    }

    private static void write(Path file, long bytes) throws IOException {
        byte[][] words = new byte[WORDS + 1][];
        for (int rank = 1; rank <= WORDS; rank++) {
            words[rank] = GeneratedRows.word(rank).getBytes(StandardCharsets.US_ASCII);
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            long written = 0;
            long count = 0;
            while (written < bytes) {
                byte[] word = words[(int) Mixing.zipf11(Mixing.mix(count + 0xABCDEFL), WORDS)];
                if (count > 0) {
                    out.write(count % WORDS_PER_LINE == 0 ? '\n' : ' ');
                }
                count++;
                out.write(word);
                written += word.length + 1;
            }
            out.write('\n');
        }
    }
}
