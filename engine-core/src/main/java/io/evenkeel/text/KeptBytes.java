package io.evenkeel.text;

/**
 * Bytes that are no text, carried in a string: byte {@code b} of 0x80 to 0xFF as the lone surrogate U+DC00 + b. No
 * decoder gives a lone surrogate, so they can't be mistaken for text (Unicode's "surrogate escape", PEP 383).
 */
final class KeptBytes {

    private KeptBytes() {}

    static char toCharacter(int value) {
        return (char) (0xDC00 + value);
    }

    /** Whether a surrogate that is not part of a pair stands for a byte. */
    static boolean isKept(char character) {
        return character >= 0xDC80 && character <= 0xDCFF;
    }

    static byte toByte(char character) {
        return (byte) (character - 0xDC00);
    }
}
