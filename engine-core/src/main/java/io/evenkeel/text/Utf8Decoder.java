package io.evenkeel.text;

import java.nio.charset.StandardCharsets;

/**
 * UTF-8. The JDK decodes; only a line in which it put U+FFFD is looked at again, since that character may as well have
 * been in the text. Confined to the task's thread.
 */
final class Utf8Decoder implements LineDecoder {

    private final Malformed policy;
    private long repairedLines;

    Utf8Decoder(Malformed policy) {
        this.policy = policy;
    }

    @Override
    public String decode(byte[] bytes, int offset, int length) throws MalformedLineException {
        String line = new String(bytes, offset, length, StandardCharsets.UTF_8);
        if (line.indexOf('\uFFFD') < 0) {
            return line;
        }
        int end = offset + length;
        int malformed = skipValid(bytes, offset, end);
        if (malformed == end) {
            return line;
        }
        repairedLines++;
        return switch (policy) {
            case REPLACE -> line;
            case KEEP -> keep(bytes, offset, malformed, end);
            case REFUSE -> throw new MalformedLineException(malformed - offset);
        };
    }

    private static String keep(byte[] bytes, int offset, int firstMalformed, int end) {
        StringBuilder line = new StringBuilder(end - offset);
        int from = offset;
        int malformed = firstMalformed;
        while (malformed < end) {
            line.append(new String(bytes, from, malformed - from, StandardCharsets.UTF_8));
            line.append(KeptBytes.toCharacter(bytes[malformed] & 0xFF));
            from = malformed + 1;
            malformed = skipValid(bytes, from, end);
        }
        return line.append(new String(bytes, from, end - from, StandardCharsets.UTF_8))
                .toString();
    }

    /** The first byte that starts no valid sequence, or the end. */
    private static int skipValid(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            int length = sequenceLength(bytes, at, end);
            if (length == 0) {
                return at;
            }
            at += length;
        }
        return end;
    }

    /** How many bytes the valid sequence at {@code at} has (Unicode 15, table 3-7), 0 if there is none. */
    private static int sequenceLength(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (end - at < length) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        int low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < low || second > high) {
            return 0;
        }
        for (int i = at + 2; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    @Override
    public long repairedLines() {
        return repairedLines;
    }
}
