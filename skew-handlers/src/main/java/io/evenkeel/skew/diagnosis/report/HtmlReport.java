package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.CriticalPath;
import io.evenkeel.skew.diagnosis.judge.Distribution;
import io.evenkeel.skew.diagnosis.judge.Observation;
import io.evenkeel.skew.diagnosis.judge.Origin;
import io.evenkeel.skew.diagnosis.judge.Remedy;
import io.evenkeel.skew.diagnosis.judge.Severity;
import io.evenkeel.skew.diagnosis.judge.SlowTask;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import io.evenkeel.skew.diagnosis.judge.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes a report as one HTML file that needs no network: verdict first, then when the stages ran, what is wrong with
 * which, and the numbers behind it. Light and dark, printable, usable by keyboard and screen reader.
 */
public final class HtmlReport {

    private static final int MAX_FINDINGS = 20;
    private static final int MAX_STAGES = 1_000;
    private static final int MAX_APPLICATIONS = 200;

    private final Html html = new Html();

    private HtmlReport() {}

    /** The page. */
    public static String of(Report report) {
        HtmlReport writer = new HtmlReport();
        writer.page(report);
        return writer.html.toString();
    }

    private void page(Report report) {
        List<ApplicationVerdict> ranked = report.overview() ? report.ranked() : report.applications();
        head(html, "Skew report: " + (ranked.size() == 1 ? name(ranked.get(0)) : ranked.size() + " applications"));
        if (ranked.size() > 1) {
            overview(report, ranked);
        }
        for (int i = 0; i < Math.min(ranked.size(), MAX_APPLICATIONS); i++) {
            application(ranked.get(i), i, ranked.size() == 1 ? "h1" : "h2");
        }
        html.raw("</main>\n<script>\n" + resource("report.js") + "</script>\n</body>\n</html>\n");
    }

    /** The page up to its first heading. */
    static void head(Html html, String title) {
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                        + " style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n")
                .element("title", title)
                .raw("<style>\n" + resource("report.css") + "</style>\n</head>\n<body>\n<main>\n");
    }

    private void overview(Report report, List<ApplicationVerdict> ranked) {
        html.element("h1", Words.plural(ranked.size(), "application"));
        html.raw("<div class=\"scroll\"><table><thead>");
        html.raw(
                "<tr><th scope=\"col\">application</th><th scope=\"col\">severity</th>"
                        + "<th scope=\"col\">could save</th><th scope=\"col\">of</th><th scope=\"col\" class=\"left\">verdict</th></tr>");
        html.raw("</thead><tbody>\n");
        for (int i = 0; i < ranked.size(); i++) {
            ApplicationVerdict application = ranked.get(i);
            html.raw("<tr><td>")
                    .raw(i < MAX_APPLICATIONS ? "<a href=\"#a" + i + "\">" : "")
                    .text(name(application));
            html.raw(i < MAX_APPLICATIONS ? "</a>" : "")
                    .raw("</td><td>")
                    .text(application.severity().key());
            html.raw("</td><td>").text(Words.time(application.recoverableMillis()));
            html.raw("</td><td>").text(Words.time(application.millis()));
            html.raw("</td><td class=\"left\">").text(application.headline()).raw("</td></tr>\n");
        }
        html.raw("</tbody></table></div>\n");
        for (Report.Refusal refusal : report.refused()) {
            html.element("p class=\"soft\"", "Passed over: " + refusal.reason());
        }
    }

    private void application(ApplicationVerdict application, int number, String heading) {
        html.raw("<article id=\"a" + number + "\">\n").element(heading, name(application));
        html.element("p class=\"soft\"", application.id() + "  " + application.engine() + ", " + application.source());
        Severity severity = application.severity();
        html.element(
                "p class=\"verdict " + severity.key() + "\"",
                application.headline() + (severity == Severity.NONE ? "" : " [" + severity.key() + "]"));
        if (!application.stages().isEmpty()) {
            CriticalPath path = application.criticalPath();
            List<String> labels =
                    path.stages().stream().map(StageVerdict::label).toList();
            html.element(
                    "p",
                    "Critical path: stages " + String.join(" > ", labels.subList(0, Math.min(30, labels.size())))
                            + (labels.size() > 30 ? " > …" : "") + ", " + Words.time(path.stageMillis())
                            + "; outside stages "
                            + Words.time(path.driverMillis()) + "; skew is " + Words.time(path.skewMillis())
                            + " of it.");
            html.element("h3", "When the stages ran");
            Charts.timeline(html, application);
        }
        List<StageVerdict> findings = application.findings();
        for (int i = 0; i < Math.min(findings.size(), MAX_FINDINGS); i++) {
            finding(findings.get(i));
        }
        notes(application);
        stages(application);
        html.raw("</article>\n");
    }

    private void finding(StageVerdict stage) {
        Origin origin = stage.origin();
        html.raw("<section class=\"finding\">\n");
        html.element("h3", "Stage " + stage.label() + ": " + stage.stageClass().label());
        String what = origin.detail().isEmpty() ? origin.operator() : origin.detail();
        String where =
                (what.isEmpty() ? "" : what + " ") + (origin.callSite().isEmpty() ? "" : "at " + origin.callSite());
        if (!where.isBlank()) {
            html.element("p class=\"soft\"", where);
        }
        html.element("p", Words.sentence(stage.explanation()));
        html.element(
                "p",
                "Skew time (longest − median) " + Words.time(stage.skewMillis()) + "; recoverable "
                        + Words.time(stage.recoverableMillis()) + "; confidence "
                        + stage.confidence().key() + ".");
        Charts.tasks(html, stage);
        Charts.makespan(html, stage);
        quantiles(stage);
        Charts.hotKeys(html, stage);
        stage.writer()
                .ifPresent(writer -> html.element(
                        "p", "Writes its shuffle by " + writer.name() + ": " + Words.sentence(writer.reason())));
        stage.remedy().ifPresent(remedy -> remedy(remedy, stage.savesTime()));
        slowest(stage);
        html.raw("</section>\n");
    }

    private void quantiles(StageVerdict stage) {
        html.raw("<div class=\"scroll\"><table><thead>");
        html.row(
                "th",
                Words.plural(stage.tasks().measured(), "task"),
                "min",
                "p25",
                "median",
                "p75",
                "p95",
                "max",
                "max/median",
                "max/p75",
                "Gini");
        html.raw("</thead><tbody>\n");
        String verb = stage.reads() ? " read" : " written";
        quantileRow("time", stage.durations(), Words::time);
        quantileRow("bytes" + verb, stage.bytes(), Words::bytes);
        quantileRow("records" + verb, stage.records(), Words::count);
        html.raw("</tbody></table></div>\n");
    }

    private void quantileRow(String name, Distribution spread, java.util.function.DoubleFunction<String> words) {
        if (spread.sum() > 0) {
            html.row(
                    "td",
                    name,
                    words.apply(spread.min()),
                    words.apply(spread.lowerQuartile()),
                    words.apply(spread.median()),
                    words.apply(spread.upperQuartile()),
                    words.apply(spread.p95()),
                    words.apply(spread.max()),
                    Words.ratio(spread.maxOverMedian()),
                    Words.ratio(spread.maxOverUpperQuartile()),
                    String.format(java.util.Locale.ROOT, "%.2f", spread.gini()));
        }
    }

    private void remedy(Remedy remedy, boolean saves) {
        html.element("h3", "What to do: " + remedy.title());
        html.element(
                "p",
                Words.sentence(remedy.reason())
                        + (saves && remedy.expectedMillis() > 0
                                ? " Saves up to " + Words.time(remedy.expectedMillis()) + "."
                                : ""));
        html.code("Evenkeel", remedy.engineCode());
        html.code("Spark RDD", remedy.rddCode());
        html.code("Spark SQL", remedy.sqlCode());
        if (!remedy.limits().isEmpty()) {
            html.raw("<ul>\n");
            remedy.limits().forEach(limit -> html.element("li", limit));
            html.raw("</ul>\n");
        }
    }

    private void slowest(StageVerdict stage) {
        html.raw("<details>").element("summary", "Slowest tasks").raw("<div class=\"scroll\"><table><thead>");
        html.row("th", "task", "executor", "host", "time", "bytes", "records", "garbage collection");
        html.raw("</thead><tbody>\n");
        for (SlowTask task : stage.slowest()) {
            html.row(
                    "td",
                    task.index() + (task.attempt() == 0 ? "" : " (attempt " + task.attempt() + ")"),
                    task.executor(),
                    task.host(),
                    Words.time(task.millis()),
                    Words.bytes(task.bytes()),
                    Words.count(task.records()),
                    Words.time(task.gcMillis()));
        }
        html.raw("</tbody></table></div></details>\n");
    }

    private void notes(ApplicationVerdict application) {
        if (application.observations().isEmpty() && application.warnings().isEmpty()) {
            return;
        }
        html.element("h3", "Also").raw("<ul>\n");
        for (Observation observation : application.observations()) {
            html.element(
                    "li",
                    observation.text()
                            + (observation.millis() > 0 ? " (up to " + Words.time(observation.millis()) + ")" : "")
                            + ".");
        }
        for (String warning : application.warnings()) {
            html.element("li", "About the log: " + warning + ".");
        }
        html.raw("</ul>\n");
    }

    private void stages(ApplicationVerdict application) {
        if (application.stages().isEmpty()) {
            return;
        }
        html.raw("<details>")
                .element("summary", "All " + Words.plural(application.stages().size(), "stage"));
        html.raw("<div class=\"scroll\"><table><thead>");
        html.row(
                "th",
                "stage",
                "class",
                "tasks",
                "failed",
                "time",
                "longest task",
                "max/median",
                "bytes",
                "records",
                "recoverable");
        html.raw("</thead><tbody>\n");
        List<StageVerdict> stages = application.stages();
        for (StageVerdict stage : stages.subList(0, Math.min(MAX_STAGES, stages.size()))) {
            html.row(
                    "td",
                    stage.label() + " " + stage.name(),
                    stage.stageClass().label(),
                    String.valueOf(stage.tasks().succeeded()),
                    String.valueOf(stage.tasks().failed()),
                    Words.time(stage.millis()),
                    Words.time(stage.durations().max()),
                    Words.ratio(stage.durations().maxOverMedian()),
                    Words.ratio(stage.bytes().maxOverMedian()),
                    Words.ratio(stage.records().maxOverMedian()),
                    Words.time(stage.recoverableMillis()));
        }
        html.raw("</tbody></table></div>\n");
        if (stages.size() > MAX_STAGES) {
            html.element("p", "and " + (stages.size() - MAX_STAGES) + " more");
        }
        html.raw("</details>\n");
    }

    private static String name(ApplicationVerdict application) {
        if (!application.name().isEmpty()) {
            return application.name();
        }
        return application.id().isEmpty() ? application.source() : application.id();
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the distribution lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
