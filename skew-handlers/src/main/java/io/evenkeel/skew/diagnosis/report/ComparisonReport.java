package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.Distribution;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import io.evenkeel.skew.diagnosis.judge.Words;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** Writes what changed between two runs. */
public final class ComparisonReport {

    private static final int MAX_ROWS = 20;
    private static final String GONE = "-";

    private ComparisonReport() {}

    /** As text for people: the whole run, then the stages that changed most. */
    public static void text(Comparison comparison, PrintStream out) {
        ApplicationVerdict before = comparison.before();
        ApplicationVerdict after = comparison.after();
        TextTable runs = new TextTable(1);
        runs.row("", "before", "after", "change");
        runs.row("application", PlainText.line(name(before), 40), PlainText.line(name(after), 40), "");
        runs.row(
                "time",
                Words.time(before.millis()),
                Words.time(after.millis()),
                change(before.millis(), after.millis()));
        runs.row(
                "could be saved",
                Words.time(before.recoverableMillis()),
                Words.time(after.recoverableMillis()),
                change(before.recoverableMillis(), after.recoverableMillis()));
        runs.row("severity", before.severity().key(), after.severity().key(), "");
        runs.lines("").forEach(out::println);
        out.println("before: " + PlainText.line(before.headline()));
        out.println("after:  " + PlainText.line(after.headline()));
        out.println();
        TextTable stages = new TextTable(2);
        stages.row("stage", "class", "time", "", "change", "longest", "", "records max/median", "");
        List<Comparison.Pair> ranked = comparison.pairs().stream()
                .sorted(Comparator.comparing(Comparison.Pair::changedClass)
                        .reversed()
                        .thenComparing(Comparator.comparingLong((Comparison.Pair pair) -> Math.abs(pair.addedMillis()))
                                .reversed()))
                .toList();
        for (Comparison.Pair pair : ranked.subList(0, Math.min(MAX_ROWS, ranked.size()))) {
            stages.row(row(pair));
        }
        stages.lines("").forEach(out::println);
        if (ranked.size() > MAX_ROWS) {
            out.println("and " + Words.plural(ranked.size() - MAX_ROWS, "stage") + " more that changed less");
        }
    }

    private static String[] row(Comparison.Pair pair) {
        String label = both(pair, StageVerdict::label, " = ");
        String stageClass = both(pair, stage -> stage.stageClass().label(), " > ");
        return new String[] {
            label,
            stageClass,
            pair.before().map(stage -> Words.time(stage.millis())).orElse(GONE),
            pair.after().map(stage -> Words.time(stage.millis())).orElse(GONE),
            pair.before().isPresent() && pair.after().isPresent()
                    ? change(pair.before().get().millis(), pair.after().get().millis())
                    : "",
            pair.before().map(stage -> Words.time(stage.durations().max())).orElse(GONE),
            pair.after().map(stage -> Words.time(stage.durations().max())).orElse(GONE),
            ratio(pair.before()),
            ratio(pair.after())
        };
    }

    private static String ratio(Optional<StageVerdict> stage) {
        return stage.map(StageVerdict::records)
                .map(Distribution::maxOverMedian)
                .map(Words::ratio)
                .orElse(GONE);
    }

    private static String both(
            Comparison.Pair pair, java.util.function.Function<StageVerdict, String> text, String between) {
        String before = pair.before().map(text).orElse(GONE);
        String after = pair.after().map(text).orElse(GONE);
        return before.equals(after) ? before : before + between + after;
    }

    private static String change(long before, long after) {
        if (before == 0) {
            return after == 0 ? "same" : "new";
        }
        long percent = Math.round(100.0 * (after - before) / before);
        return percent == 0 ? "same" : (percent > 0 ? "+" : "") + percent + " %";
    }

    private static String name(ApplicationVerdict application) {
        return application.name().isEmpty() ? application.source() : application.name();
    }

    /** As JSON for tools. */
    public static String json(Comparison comparison) {
        StringWriter text = new StringWriter();
        JsonFactory factory =
                JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("format", "evenkeel-comparison");
            json.writeNumberProperty("version", 1);
            run(json, "before", comparison.before());
            run(json, "after", comparison.after());
            json.writeArrayPropertyStart("stages");
            for (Comparison.Pair pair : comparison.pairs()) {
                json.writeStartObject();
                stage(json, "before", pair.before());
                stage(json, "after", pair.after());
                json.writeNumberProperty("addedMillis", pair.addedMillis());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void run(JsonGenerator json, String name, ApplicationVerdict application) {
        json.writeObjectPropertyStart(name);
        json.writeStringProperty("id", application.id());
        json.writeStringProperty("source", application.source());
        json.writeStringProperty("verdict", application.headline());
        json.writeStringProperty("severity", application.severity().key());
        json.writeNumberProperty("millis", application.millis());
        json.writeNumberProperty("recoverableMillis", application.recoverableMillis());
        json.writeEndObject();
    }

    private static void stage(JsonGenerator json, String name, Optional<StageVerdict> stage) {
        if (stage.isEmpty()) {
            json.writeNullProperty(name);
            return;
        }
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("stageId", stage.get().stageId());
        json.writeNumberProperty("attempt", stage.get().attempt());
        json.writeStringProperty("class", stage.get().stageClass().key());
        json.writeNumberProperty("millis", stage.get().millis());
        json.writeNumberProperty("skewMillis", stage.get().skewMillis());
        json.writeNumberProperty("recoverableMillis", stage.get().recoverableMillis());
        json.writeEndObject();
    }
}
