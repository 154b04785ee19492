package io.evenkeel.skew.diagnosis.report;

/** Writes HTML; every text goes through {@link #text}. Confined to one thread. */
final class Html {

    private final StringBuilder page = new StringBuilder(64 << 10);

    /** Markup that this package wrote itself. */
    Html raw(String markup) {
        page.append(markup);
        return this;
    }

    /** Text from anywhere, made harmless in elements and quoted attributes. */
    Html text(String text) {
        String plain = PlainText.line(text);
        for (int i = 0; i < plain.length(); i++) {
            char character = plain.charAt(i);
            switch (character) {
                case '&' -> page.append("&amp;");
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(character);
            }
        }
        return this;
    }

    /** An element that holds a text. */
    Html element(String tag, String text) {
        int end = tag.indexOf(' ');
        return raw("<" + tag + ">").text(text).raw("</" + (end < 0 ? tag : tag.substring(0, end)) + ">\n");
    }

    /** A table row of cells. */
    Html row(String cell, String... texts) {
        raw("<tr>");
        for (String text : texts) {
            raw("<" + cell + ">").text(text).raw("</" + cell + ">");
        }
        return raw("</tr>\n");
    }

    /** Lines of code. */
    Html code(String title, String code) {
        if (!code.isEmpty()) {
            element("h4", title);
            raw("<pre><code>");
            boolean first = true;
            for (String line : code.split("\n", -1)) {
                raw(first ? "" : "\n").text(line);
                first = false;
            }
            raw("</code></pre>\n");
        }
        return this;
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
