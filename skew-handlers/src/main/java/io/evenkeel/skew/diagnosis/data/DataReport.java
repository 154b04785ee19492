package io.evenkeel.skew.diagnosis.data;

import io.evenkeel.skew.diagnosis.judge.Words;
import io.evenkeel.skew.diagnosis.report.KeyText;
import io.evenkeel.skew.diagnosis.report.PageParts;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes what was found in data files.
 *
 * @param redactKeys whether hashes stand in place of keys
 */
record DataReport(String column, KeySurvey survey, DataVerdict verdict, boolean redactKeys) {

    private static final int KEY_CHARS = 40;

    private String shown(KeyCounts.Key key) {
        return redactKeys ? Words.hash(key.text()) : key.text();
    }

    private String share(KeyCounts.Key key) {
        String low = Words.percent(survey.share(key.atLeast()));
        String high = Words.percent(survey.share(key.atMost()));
        return low.equals(high) ? low : low + " to " + high;
    }

    private String distinct() {
        return (survey.exact() ? "" : "more than ") + Words.count(survey.distinctAtLeast()) + " different keys";
    }

    /** For a terminal. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append(verdict.headline()).append('\n');
        text.append("  ").append(Words.count(survey.rows())).append(" rows, ").append(distinct());
        text.append(survey.exact() ? "" : "; shares are bounds").append('\n');
        if (survey.rowsWithoutKey() > 0) {
            text.append("  ").append(Words.count(survey.rowsWithoutKey())).append(" rows without a key\n");
        }
        text.append("  rows per partition: median ").append(Words.count(survey.medianLoad()));
        text.append(", most ").append(Words.count(survey.largestLoad()));
        text.append(", ").append(survey.emptyPartitions()).append(" empty\n");
        for (KeyCounts.Key key : survey.top()) {
            text.append("    ").append(KeyText.line(shown(key), KEY_CHARS)).append("  ");
            text.append(share(key)).append('\n');
        }
        advice(text, "Join", verdict.join());
        advice(text, "Aggregation", verdict.aggregation());
        return text.toString();
    }

    private static void advice(StringBuilder text, String what, DataVerdict.Advice advice) {
        text.append("  ").append(what).append(" > ").append(advice.title()).append('\n');
        text.append("    ").append(Words.sentence(advice.reason())).append('\n');
    }

    /** For tools; the format is described in {@code docs/diagnosis.md} and only grows. */
    String json() {
        StringWriter text = new StringWriter();
        JsonFactory factory =
                JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("format", "evenkeel-key-distribution");
            json.writeNumberProperty("version", 1);
            json.writeStringProperty("key", column);
            json.writeStringProperty("verdict", verdict.headline());
            json.writeNumberProperty("rows", survey.rows());
            json.writeNumberProperty("rowsWithoutKey", survey.rowsWithoutKey());
            json.writeNumberProperty("distinctKeysAtLeast", survey.distinctAtLeast());
            json.writeBooleanProperty("exact", survey.exact());
            json.writeNumberProperty("partitions", survey.partitions());
            json.writeNumberProperty("largestPartition", survey.largestLoad());
            json.writeNumberProperty("medianPartition", survey.medianLoad());
            json.writeNumberProperty("emptyPartitions", survey.emptyPartitions());
            json.writeNumberProperty("imbalance", survey.imbalance());
            json.writeArrayPropertyStart("keys");
            for (KeyCounts.Key key : survey.top()) {
                json.writeStartObject();
                json.writeStringProperty("key", shown(key));
                json.writeNumberProperty("rowsAtLeast", key.atLeast());
                json.writeNumberProperty("rowsAtMost", key.atMost());
                json.writeEndObject();
            }
            json.writeEndArray();
            advice(json, "join", verdict.join());
            advice(json, "aggregation", verdict.aggregation());
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void advice(JsonGenerator json, String name, DataVerdict.Advice advice) {
        json.writeObjectPropertyStart(name);
        json.writeStringProperty("title", advice.title());
        json.writeStringProperty("reason", advice.reason());
        json.writeEndObject();
    }

    /** One page without a network. */
    String html() {
        List<PageParts.Bar> bars = survey.top().stream()
                .map(key -> new PageParts.Bar(
                        shown(key), survey.share(key.atLeast()), survey.share(key.atMost()), share(key)))
                .toList();
        return PageParts.page(
                "Keys of " + column,
                verdict.headline(),
                bars,
                List.of(
                        Words.count(survey.rows()) + " rows, " + distinct() + ", "
                                + Words.count(survey.rowsWithoutKey()) + " rows without a key",
                        "Rows per partition: median " + Words.count(survey.medianLoad()) + ", most "
                                + Words.count(survey.largestLoad()) + ", " + survey.emptyPartitions() + " empty",
                        "Join: " + verdict.join().title() + ". "
                                + Words.sentence(verdict.join().reason()),
                        "Aggregation: " + verdict.aggregation().title() + ". "
                                + Words.sentence(verdict.aggregation().reason())));
    }
}
