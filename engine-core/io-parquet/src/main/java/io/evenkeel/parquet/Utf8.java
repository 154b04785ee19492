package io.evenkeel.parquet;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text as bytes and back, without replacing what has none. Stateless. */
final class Utf8 {

    private static final char REPLACEMENT = '\uFFFD';

    private Utf8() {}

    /** @throws IllegalArgumentException if the bytes are no text */
    static String decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException("it is no UTF-8 text; declare the component as byte[]", e);
            }
        }
        return text;
    }

    /** @throws IllegalArgumentException if a surrogate stands alone */
    static byte[] encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                try {
                    StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
                    return bytes;
                } catch (CharacterCodingException e) {
                    throw new IllegalArgumentException("half of a surrogate pair has no bytes in UTF-8", e);
                }
            }
        }
        return bytes;
    }
}
