package io.evenkeel.skew.diagnosis.report;

/** Makes texts from logs harmless on a terminal: control and direction characters are shown, not obeyed. */
final class PlainText {

    private PlainText() {}

    /** One line without control characters. */
    static String line(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (character == '\n' || character == '\t' || character == '\r') {
                safe.append(' ');
            } else if (isHarmful(character)) {
                safe.append(String.format(java.util.Locale.ROOT, "<%02x>", character));
            } else {
                safe.appendCodePoint(character);
            }
        });
        return safe.toString();
    }

    /** One line without control characters, cut with an ellipsis. */
    static String line(String text, int width) {
        String safe = line(text.length() > 4 * width ? text.substring(0, 4 * width) : text);
        return safe.length() <= width ? safe : safe.substring(0, Math.max(0, width - 1)) + "…";
    }

    private static boolean isHarmful(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
