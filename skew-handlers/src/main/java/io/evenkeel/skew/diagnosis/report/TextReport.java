package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.CriticalPath;
import io.evenkeel.skew.diagnosis.judge.Distribution;
import io.evenkeel.skew.diagnosis.judge.Observation;
import io.evenkeel.skew.diagnosis.judge.Origin;
import io.evenkeel.skew.diagnosis.judge.Remedy;
import io.evenkeel.skew.diagnosis.judge.Severity;
import io.evenkeel.skew.diagnosis.judge.StageClass;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import io.evenkeel.skew.diagnosis.judge.Words;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes a report as text for people. Confined to one thread. */
public final class TextReport {

    private static final int MAX_WIDTH = 110;
    private static final int HOT_KEYS = 5;
    private static final int FINDINGS_IN_FULL = 3;
    private static final int FINDINGS_IN_LINES = 10;
    private static final String INDENT = "  ";
    private static final String DEEPER = "    ";

    private final PrintStream out;
    private final Ink ink;
    private final int width;

    /**
     * Prepares writing.
     *
     * @param colours whether {@code out} is a terminal that shows them
     * @param columns width of a line
     */
    public TextReport(PrintStream out, boolean colours, int columns) {
        this.out = out;
        this.ink = new Ink(colours);
        this.width = Math.max(60, Math.min(columns, MAX_WIDTH));
    }

    /** Writes all applications, or the ranked overview of many. */
    public void write(Report report) {
        if (report.overview() && report.applications().size() > 1) {
            overview(report);
            return;
        }
        boolean first = true;
        for (ApplicationVerdict application : report.applications()) {
            if (!first) {
                out.println();
            }
            first = false;
            application(application);
        }
    }

    private void overview(Report report) {
        out.println(ink.strong(Words.plural(report.applications().size(), "application")
                + ", those first in which most time can be saved"));
        TextTable table = new TextTable(2);
        table.row("severity", "application", "could save", "of", "verdict");
        List<ApplicationVerdict> ranked = report.ranked();
        for (ApplicationVerdict application : ranked) {
            table.row(
                    application.severity().key(),
                    PlainText.line(title(application), 44),
                    Words.time(application.recoverableMillis()),
                    Words.time(application.millis()),
                    "");
        }
        List<String> lines = table.lines(INDENT);
        out.println(ink.faint(lines.get(0)));
        for (int i = 0; i < ranked.size(); i++) {
            ApplicationVerdict application = ranked.get(i);
            out.println(ink.severity(application.severity(), lines.get(i + 1)) + "  " + verdictOf(application));
        }
        if (!report.refused().isEmpty()) {
            out.println(INDENT + Words.plural(report.refused().size(), "file") + " passed over: no event log");
        }
    }

    private static String verdictOf(ApplicationVerdict application) {
        String headline = PlainText.line(application.headline());
        int end = headline.indexOf(';');
        return (end < 0 ? headline : headline.substring(0, end)) + (application.complete() ? "" : " (incomplete log)");
    }

    private void application(ApplicationVerdict application) {
        out.println(ink.strong(PlainText.line(title(application), width))
                + ink.faint("  " + PlainText.line(application.engine(), 30)
                        + (application.id().isEmpty() ? "" : ", " + PlainText.line(application.id(), 60))));
        Severity severity = application.severity();
        out.println(INDENT
                + ink.severity(severity, application.headline())
                + (severity == Severity.NONE ? "" : " [" + severity.key() + "]"));
        if (!application.stages().isEmpty()) {
            paragraph(INDENT, path(application.criticalPath()));
        }
        List<StageVerdict> findings = application.findings();
        for (int i = 0; i < findings.size(); i++) {
            if (i < FINDINGS_IN_FULL) {
                finding(findings.get(i), i == 0);
            } else if (i < FINDINGS_IN_FULL + FINDINGS_IN_LINES) {
                if (i == FINDINGS_IN_FULL) {
                    out.println();
                }
                brief(findings.get(i));
            }
        }
        int left = findings.size() - FINDINGS_IN_FULL - FINDINGS_IN_LINES;
        if (left > 0) {
            out.println(INDENT + "and " + Words.plural(left, "finding") + " more (--format json lists all)");
        }
        others(application);
        notes(application);
    }

    private static String title(ApplicationVerdict application) {
        if (!application.name().isEmpty()) {
            return application.name();
        }
        return application.id().isEmpty() ? application.source() : application.id();
    }

    private static String path(CriticalPath path) {
        List<String> stages = new ArrayList<>();
        for (StageVerdict stage : path.stages()) {
            stages.add(stage.label());
        }
        String chain = stages.size() > 12
                ? stages.size() + " stages from " + stages.get(0) + " to " + stages.get(stages.size() - 1)
                : (stages.size() == 1 ? "stage " : "stages ") + String.join(" > ", stages);
        String skew = !path.skewMatters()
                ? ""
                : "; skew is " + Words.time(path.skewMillis()) + " of it ("
                        + Words.percent((double) path.skewMillis() / Math.max(1, path.millis())) + ")";
        return "Critical path: " + chain + ", " + Words.time(path.stageMillis()) + "; outside stages "
                + Words.time(path.driverMillis()) + skew + ".";
    }

    private void finding(StageVerdict stage, boolean withCode) {
        out.println();
        Origin origin = stage.origin();
        String what = origin.detail().isEmpty() ? origin.operator() : origin.detail();
        String head = "Stage " + stage.label() + ": " + stage.stageClass().label();
        out.println(INDENT
                + ink.strong(head)
                + (what.isEmpty() ? "" : " in " + PlainText.line(what, width - head.length() - 6)));
        List<String> where = new ArrayList<>();
        if (!origin.callSite().isEmpty()) {
            where.add("at " + PlainText.line(origin.callSite(), 60));
        } else if (!origin.query().isEmpty()) {
            where.add("query " + PlainText.line(origin.query(), 60));
        }
        if (!origin.parents().isEmpty()) {
            where.add("reads the shuffle of stage " + list(origin.parents()));
        }
        if (!where.isEmpty()) {
            out.println(DEEPER + ink.faint(String.join("; ", where)));
        }
        paragraph(DEEPER, PlainText.line(Words.sentence(stage.explanation())));
        distribution(stage);
        hotKeys(stage);
        stage.writer()
                .ifPresent(writer -> paragraph(
                        DEEPER, PlainText.line("Writes its shuffle by " + writer.name() + ": " + writer.reason())));
        boolean little = !stage.savesTime();
        String saved = little && stage.stageClass() == StageClass.DATA_SKEW
                ? "levelled tasks would save next to nothing on " + Words.plural(stage.cores(), "core")
                        + ", but more cores can't go below "
                        + Words.time(stage.durations().max())
                : "levelled tasks would take " + Words.time(stage.afterMillis()) + " instead of "
                        + Words.time(stage.beforeMillis()) + " on " + Words.plural(stage.cores(), "core");
        paragraph(
                DEEPER,
                "Skew time (longest - median) " + Words.time(stage.skewMillis()) + "; "
                        + (stage.stageClass() == StageClass.SPILL ? "" : saved + "; ") + "confidence "
                        + stage.confidence().key() + ".");
        stage.remedy().ifPresent(remedy -> remedy(remedy, stage.savesTime(), withCode));
    }

    private void hotKeys(StageVerdict stage) {
        if (stage.hotKeys().isEmpty()) {
            return;
        }
        TextTable table = new TextTable(1);
        table.row("hot key", "share of the records");
        stage.hotKeys().stream().limit(HOT_KEYS).forEach(key -> table.row(PlainText.line(key.key(), 50), key.share()));
        boolean head = true;
        for (String line : table.lines(DEEPER)) {
            out.println(head ? ink.faint(line) : line);
            head = false;
        }
    }

    private static String list(List<Integer> numbers) {
        List<String> texts = numbers.stream().limit(8).map(String::valueOf).toList();
        return String.join(", ", texts) + (numbers.size() > 8 ? ", …" : "");
    }

    private void distribution(StageVerdict stage) {
        TextTable table = new TextTable(1);
        table.row(
                Words.plural(stage.tasks().measured(), "task"), "median", "p75", "p95", "max", "max/median", "max/p75");
        Distribution time = stage.durations();
        table.row(
                "time",
                Words.time(time.median()),
                Words.time(time.upperQuartile()),
                Words.time(time.p95()),
                Words.time(time.max()),
                Words.ratio(time.maxOverMedian()),
                Words.ratio(time.maxOverUpperQuartile()));
        Distribution bytes = stage.bytes();
        String verb = stage.reads() ? " read" : " written";
        if (bytes.sum() > 0) {
            table.row(
                    "bytes" + verb,
                    Words.bytes(bytes.median()),
                    Words.bytes(bytes.upperQuartile()),
                    Words.bytes(bytes.p95()),
                    Words.bytes(bytes.max()),
                    Words.ratio(bytes.maxOverMedian()),
                    Words.ratio(bytes.maxOverUpperQuartile()));
        }
        Distribution records = stage.records();
        if (records.sum() > 0) {
            table.row(
                    "records" + verb,
                    Words.count(records.median()),
                    Words.count(records.upperQuartile()),
                    Words.count(records.p95()),
                    Words.count(records.max()),
                    Words.ratio(records.maxOverMedian()),
                    Words.ratio(records.maxOverUpperQuartile()));
        }
        boolean head = true;
        for (String line : table.lines(DEEPER)) {
            out.println(head ? ink.faint(line) : line);
            head = false;
        }
    }

    private void remedy(Remedy remedy, boolean saves, boolean withCode) {
        String gain =
                saves && remedy.expectedMillis() > 0 ? " (up to " + Words.time(remedy.expectedMillis()) + ")" : "";
        out.println(DEEPER + ink.strong("> " + remedy.title()) + gain);
        paragraph(DEEPER + INDENT, Words.sentence(remedy.reason()));
        if (withCode) {
            code("Evenkeel", remedy.engineCode());
            code("Spark RDD", remedy.rddCode());
            code("Spark SQL", remedy.sqlCode());
            for (String limit : remedy.limits()) {
                paragraph(DEEPER + INDENT, "- " + limit);
            }
        }
    }

    private void code(String title, String code) {
        if (code.isEmpty()) {
            return;
        }
        out.println(DEEPER + INDENT + title + ":");
        for (String line : code.split("\n", -1)) {
            out.println(DEEPER + DEEPER + ink.code(line));
        }
    }

    private void brief(StageVerdict stage) {
        String remedy = stage.remedy().map(Remedy::title).orElse("");
        out.println(INDENT
                + PlainText.line(
                        "Stage " + stage.label() + ": " + stage.stageClass().label() + ", "
                                + Words.time(stage.recoverableMillis()) + " to save"
                                + (remedy.isEmpty() ? "" : " > " + remedy),
                        width));
    }

    private void others(ApplicationVerdict application) {
        Map<String, List<String>> labels = new TreeMap<>();
        for (StageVerdict stage : application.stages()) {
            if (!stage.isFinding()) {
                String what = stage.stageClass() == StageClass.STRAGGLER
                        ? "slow start (first wave), no skew"
                        : stage.stageClass() == StageClass.NONE
                                ? stage.tasks().measured() < 4 ? "too few tasks to judge" : "level"
                                : stage.stageClass().label();
                labels.computeIfAbsent(what, key -> new ArrayList<>()).add(stage.label());
            }
        }
        if (labels.isEmpty()) {
            return;
        }
        out.println();
        for (Map.Entry<String, List<String>> entry : labels.entrySet()) {
            List<String> stages = entry.getValue();
            String names = String.join(", ", stages.subList(0, Math.min(12, stages.size())))
                    + (stages.size() > 12 ? ", … (" + stages.size() + " in all)" : "");
            out.println(INDENT + (stages.size() == 1 ? "Stage " : "Stages ") + names + ": " + entry.getKey());
        }
    }

    private void notes(ApplicationVerdict application) {
        if (!application.observations().isEmpty()) {
            out.println();
            for (Observation observation : application.observations()) {
                String cost = observation.millis() > 0 ? " (up to " + Words.time(observation.millis()) + ")" : "";
                paragraph(INDENT, "Also: " + PlainText.line(observation.text(), 400) + cost + ".");
            }
        }
        for (String warning : application.warnings()) {
            paragraph(INDENT, "Log: " + PlainText.line(warning, 400) + ".");
        }
    }

    /** Breaks lines at blanks. */
    private void paragraph(String indent, String text) {
        int room = width - indent.length();
        String rest = text;
        while (rest.length() > room) {
            int cut = rest.lastIndexOf(' ', room);
            cut = cut <= 0 ? room : cut;
            out.println(indent + rest.substring(0, cut));
            rest = rest.substring(cut).stripLeading();
        }
        out.println(indent + rest);
    }
}
