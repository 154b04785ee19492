package io.evenkeel.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Texts that are hard on a line reader. */
final class RandomText {

    private static final String[] CHARACTERS = {"a", " ", "\r", "é", "ß", "€", "漢", "\uD83D\uDEA2", "\uFFFD", "\0"};

    private RandomText() {}

    /** Lines of lengths around a buffer's size, some empty, some ending in \r\n, some without an end. */
    static byte[] next(Random random, int bufferBytes, boolean invalidBytes) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        if (random.nextInt(8) == 0) {
            text.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
        }
        int lines = random.nextInt(12);
        for (int line = 0; line < lines; line++) {
            int length =
                    random.nextBoolean() ? random.nextInt(6) : bufferBytes * random.nextInt(4) + random.nextInt(3) - 1;
            int end = text.size() + length;
            while (text.size() < end) {
                if (invalidBytes && random.nextInt(5) == 0) {
                    int value = random.nextInt(256);
                    text.write(value == '\n' ? 0xFF : value);
                } else {
                    String character = CHARACTERS[random.nextInt(CHARACTERS.length)];
                    text.writeBytes(character.getBytes(StandardCharsets.UTF_8));
                }
            }
            if (line < lines - 1 || random.nextBoolean()) {
                text.writeBytes((random.nextInt(3) == 0 ? "\r\n" : "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return text.toByteArray();
    }
}
