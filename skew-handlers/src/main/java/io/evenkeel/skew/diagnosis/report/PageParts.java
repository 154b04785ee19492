package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.Words;
import java.util.List;

/** A small page with a verdict, bars and sentences, in the style of the report. Stateless. */
public final class PageParts {

    /**
     * A bar of which a part is certain.
     *
     * @param low the certain part, from 0 to 1
     * @param high all of it
     */
    public record Bar(String name, double low, double high, String words) {}

    private PageParts() {}

    /** The page. */
    public static String page(String title, String verdict, List<Bar> bars, List<String> sentences) {
        Html html = new Html();
        HtmlReport.head(html, title);
        html.element("h1", title).element("p class=\"verdict\"", verdict);
        if (!bars.isEmpty()) {
            html.element("h3", "Keys with most rows");
            Charts.bars(html, "The " + Words.plural(bars.size(), "key") + " with most rows", bars);
        }
        html.raw("<ul>\n");
        sentences.forEach(sentence -> html.element("li", sentence));
        html.raw("</ul>\n</main>\n</body>\n</html>\n");
        return html.toString();
    }
}
