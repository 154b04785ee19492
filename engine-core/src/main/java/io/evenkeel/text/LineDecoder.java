package io.evenkeel.text;

/** Turns the bytes of a line into characters. Confined to the task's thread. */
public interface LineDecoder {

    /** Decodes a line, dealing with malformed bytes as configured. */
    String decode(byte[] bytes, int offset, int length) throws MalformedLineException;

    /** In how many lines bytes were replaced or kept so far. */
    long repairedLines();
}
