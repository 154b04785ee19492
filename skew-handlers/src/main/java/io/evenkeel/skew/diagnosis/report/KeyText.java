package io.evenkeel.skew.diagnosis.report;

/** Keys of the user's data as reports show them. Stateless. */
public final class KeyText {

    private KeyText() {}

    /** A key that can't do harm to a terminal, cut to a length. */
    public static String line(String key, int most) {
        return PlainText.line(key, most);
    }
}
