package io.evenkeel.perf.peers;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** W1 on bytes: each thread counts the words of half of the file. Stateless. */
final class PlainWords {

    private static final int BUFFER = 1 << 20;

    private PlainWords() {}

    static void count(Path input, Path output) throws Exception {
        List<WordTable> halves = TwoThreads.run(thread -> half(input, thread));
        WordTable all = halves.get(0);
        all.addAll(halves.get(1));
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(output.resolve("part-0")), 1 << 18)) {
            all.write(out);
        }
    }

    private static WordTable half(Path input, int thread) throws IOException {
        WordTable words = new WordTable();
        try (FileChannel file = FileChannel.open(input)) {
            long size = file.size();
            long position = thread == 0 ? 0 : lineAfter(file, size / 2);
            long end = thread == 0 ? lineAfter(file, size / 2) : size;
            byte[] bytes = new byte[BUFFER];
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            int kept = 0;
            while (position < end) {
                buffer.position(kept).limit((int) Math.min(BUFFER, kept + end - position));
                int read = file.read(buffer, position);
                position += read;
                int from = count(bytes, kept + read, words);
                kept = kept + read - from;
                System.arraycopy(bytes, from, bytes, 0, kept);
            }
        }
        return words;
    }

    /** Counts whole words; gives where the first begins that may go on. */
    private static int count(byte[] bytes, int end, WordTable words) {
        int start = 0;
        long hash = 0;
        for (int i = 0; i < end; i++) {
            byte letter = bytes[i];
            if (letter <= ' ') {
                if (i > start) {
                    words.add(bytes, start, i - start, hash, 1);
                }
                start = i + 1;
                hash = 0;
            } else {
                hash = hash * 31 + letter;
            }
        }
        return start;
    }

    private static long lineAfter(FileChannel file, long position) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        long at = position;
        while (file.read(buffer.clear(), at) > 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                at++;
                if (buffer.get() == '\n') {
                    return at;
                }
            }
        }
        return file.size();
    }
}
