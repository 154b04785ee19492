package io.evenkeel.event.log;

/** Limits of the texts in a log. Stateless. */
final class Texts {

    private static final int MAX_CHARS = 8_000;

    private Texts() {}

    /** The text, or its beginning if it is long. */
    static String cut(String text) {
        return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "…";
    }
}
