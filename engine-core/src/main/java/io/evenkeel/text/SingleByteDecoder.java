package io.evenkeel.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** Charsets of one byte per character, by table. Confined to the task's thread. */
final class SingleByteDecoder implements LineDecoder {

    private final char[] characters = new char[256];
    private final boolean[] malformed = new boolean[256];
    private final boolean refuses;
    private long repairedLines;

    SingleByteDecoder(Charset charset, Malformed policy) {
        refuses = policy == Malformed.REFUSE;
        for (int value = 0; value < 256; value++) {
            try {
                characters[value] = charset.newDecoder()
                        .decode(ByteBuffer.wrap(new byte[] {(byte) value}))
                        .charAt(0);
            } catch (CharacterCodingException e) {
                malformed[value] = true;
                characters[value] = policy == Malformed.KEEP ? KeptBytes.toCharacter(value) : '\uFFFD';
            }
        }
    }

    @Override
    public String decode(byte[] bytes, int offset, int length) throws MalformedLineException {
        char[] line = new char[length];
        boolean repaired = false;
        for (int i = 0; i < length; i++) {
            int value = bytes[offset + i] & 0xFF;
            line[i] = characters[value];
            if (malformed[value]) {
                if (refuses) {
                    throw new MalformedLineException(i);
                }
                repaired = true;
            }
        }
        if (repaired) {
            repairedLines++;
        }
        return new String(line);
    }

    @Override
    public long repairedLines() {
        return repairedLines;
    }
}
