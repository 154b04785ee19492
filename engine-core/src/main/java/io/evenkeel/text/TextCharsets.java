package io.evenkeel.text;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** The charsets of text files: those that hold ASCII as it is, so that a newline is the byte 0x0A and only that. */
public final class TextCharsets {

    private TextCharsets() {}

    static boolean isReadable(String name) {
        return Charset.isSupported(name) && hasAsciiLines(Charset.forName(name));
    }

    static boolean isWritable(Charset charset) {
        return charset.equals(StandardCharsets.UTF_8)
                || charset.equals(StandardCharsets.ISO_8859_1)
                || charset.equals(StandardCharsets.US_ASCII);
    }

    /** Refuses charsets that text can't be written in. */
    public static void requireWritable(Charset charset) {
        if (!isWritable(charset)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "text can't be written as " + charset + ": only UTF-8, ISO-8859-1 and US-ASCII can");
        }
    }

    private static boolean hasAsciiLines(Charset charset) {
        String name = charset.name();
        return isWritable(charset) || name.startsWith("ISO-8859-") || name.startsWith("windows-125");
    }

    /** How lines of a charset are decoded. */
    public static LineDecoder decoder(Charset charset, Malformed malformed) {
        if (charset.equals(StandardCharsets.UTF_8)) {
            return new Utf8Decoder(malformed);
        }
        if (charset.equals(StandardCharsets.ISO_8859_1)) {
            return new Latin1Decoder();
        }
        return new SingleByteDecoder(charset, malformed);
    }
}
