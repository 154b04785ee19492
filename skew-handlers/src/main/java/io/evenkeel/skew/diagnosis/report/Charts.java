package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.Distribution;
import io.evenkeel.skew.diagnosis.judge.HotKey;
import io.evenkeel.skew.diagnosis.judge.StageClass;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import io.evenkeel.skew.diagnosis.judge.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Draws the charts of a page as SVG; what a chart shows is also said in its label, for screen readers. */
final class Charts {

    private static final double WIDTH = 960;
    private static final double LEFT = 190;
    private static final double RIGHT = 90;
    private static final double ROW = 22;
    private static final int MAX_ROWS = 40;
    private static final double PLOT = 140;
    private static final int KEY_CHARS = 26;

    private Charts() {}

    /** When the longest stages ran. */
    static void timeline(Html html, ApplicationVerdict application) {
        List<StageVerdict> shown = application.stages().stream()
                .sorted(Comparator.comparing((StageVerdict stage) -> !stage.isFinding())
                        .thenComparing(
                                Comparator.comparingLong(StageVerdict::millis).reversed()))
                .limit(MAX_ROWS)
                .sorted(Comparator.comparingLong(StageVerdict::startMillis).thenComparingInt(StageVerdict::stageId))
                .toList();
        long end = Math.max(1, application.millis());
        for (StageVerdict stage : shown) {
            end = Math.max(end, stage.startMillis() + stage.millis());
        }
        double height = ROW * (shown.size() + 1.5);
        open(
                html,
                height,
                "Timeline of " + Words.plural(shown.size(), "stage") + " over " + Words.time(end)
                        + "; the table of stages has the numbers");
        double scale = (WIDTH - LEFT - RIGHT) / end;
        for (int tick = 0; tick <= 4; tick++) {
            double x = LEFT + (WIDTH - LEFT - RIGHT) * tick / 4;
            line(html, "axis", x, 0, x, height - ROW);
            label(html, "soft", x, height - 6, "middle", Words.time(end * (double) tick / 4));
        }
        for (int i = 0; i < shown.size(); i++) {
            StageVerdict stage = shown.get(i);
            double y = i * ROW + 4;
            double x = LEFT + stage.startMillis() * scale;
            double width = Math.max(2, stage.millis() * scale);
            label(
                    html,
                    "",
                    4,
                    y + 12,
                    "start",
                    "Stage " + stage.label() + " "
                            + (stage.stageClass() == StageClass.NONE
                                    ? "level"
                                    : stage.stageClass().label()));
            bar(
                    html,
                    stage.stageClass().key(),
                    x,
                    y,
                    width,
                    ROW - 8,
                    "Stage " + stage.label() + ", " + stage.stageClass().label() + ", " + Words.time(stage.millis()));
            label(
                    html,
                    "soft",
                    Math.min(x + width + 4, WIDTH - 4),
                    y + 12,
                    x + width + 80 > WIDTH ? "end" : "start",
                    Words.time(stage.millis()));
        }
        html.raw("</svg>\n");
    }

    /** How long the tasks of a stage took, with median, upper quartile and maximum. */
    static void tasks(Html html, StageVerdict stage) {
        List<Integer> steps = stage.durationHistogram();
        Distribution time = stage.durations();
        if (steps.isEmpty() || time.max() == 0) {
            return;
        }
        int most = steps.stream().mapToInt(Integer::intValue).max().orElse(1);
        open(
                html,
                PLOT + 40,
                "Distribution of task times in stage " + stage.label() + ": median "
                        + Words.time(time.median()) + ", upper quartile " + Words.time(time.upperQuartile())
                        + ", longest "
                        + Words.time(time.max()));
        double plotWidth = WIDTH - 60;
        double step = plotWidth / steps.size();
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) > 0) {
                double height = Math.max(3, (PLOT - 24) * Math.sqrt(steps.get(i) / (double) most));
                String range = Words.time(time.max() * i / steps.size()) + " to "
                        + Words.time(time.max() * (i + 1) / steps.size());
                bar(
                        html,
                        stage.stageClass().key(),
                        30 + i * step + 1,
                        PLOT - height,
                        step - 2,
                        height,
                        Words.plural(steps.get(i), "task") + " of " + range);
            }
        }
        line(html, "axis", 30, PLOT, 30 + plotWidth, PLOT);
        mark(html, time.median(), time.max(), plotWidth, 10, "median " + Words.time(time.median()));
        mark(html, time.upperQuartile(), time.max(), plotWidth, 22, "p75 " + Words.time(time.upperQuartile()));
        label(html, "soft", 30, PLOT + 18, "start", "0");
        label(html, "soft", 30 + plotWidth, PLOT + 18, "end", "longest " + Words.time(time.max()));
        label(
                html,
                "soft",
                30 + plotWidth / 2,
                PLOT + 34,
                "middle",
                "time per task; bar heights are square roots of the number of tasks");
        html.raw("</svg>\n");
    }

    /** The stage's time as it is and with levelled tasks. */
    static void makespan(Html html, StageVerdict stage) {
        if (stage.beforeMillis() == 0) {
            return;
        }
        String on = " on " + Words.plural(stage.cores(), "core");
        open(
                html,
                2 * ROW + 8,
                "Time of the stage" + on + ": " + Words.time(stage.beforeMillis()) + " as measured, "
                        + Words.time(stage.afterMillis()) + " with levelled tasks");
        double scale = (WIDTH - LEFT - RIGHT) / Math.max(stage.beforeMillis(), stage.afterMillis());
        String[] names = {"as measured" + on, "levelled" + on};
        long[] values = {stage.beforeMillis(), stage.afterMillis()};
        for (int i = 0; i < 2; i++) {
            double y = i * ROW + 4;
            double width = Math.max(2, values[i] * scale);
            label(html, "", 4, y + 12, "start", names[i]);
            bar(
                    html,
                    i == 0 ? stage.stageClass().key() : "good",
                    LEFT,
                    y,
                    width,
                    ROW - 8,
                    names[i] + ": " + Words.time(values[i]));
            label(html, "soft", LEFT + width + 4, y + 12, "start", Words.time(values[i]));
        }
        html.raw("</svg>\n");
    }

    /** The hot keys of what a stage reads: at least the dark part of a bar, at most all of it. */
    static void hotKeys(Html html, StageVerdict stage) {
        List<HotKey> keys = stage.hotKeys();
        if (keys.isEmpty()) {
            return;
        }
        html.element("h3", "Hot keys");
        bars(
                html,
                "Hot keys of stage " + stage.label(),
                keys.stream()
                        .map(key -> new PageParts.Bar(key.key(), key.shareAtLeast(), key.shareAtMost(), key.share()))
                        .toList());
    }

    /** A bar per key: at least the dark part, at most all of it. */
    static void bars(Html html, String label, List<PageParts.Bar> bars) {
        open(
                html,
                bars.size() * ROW + 8,
                label + ", with their share of the records: "
                        + bars.stream()
                                .map(bar -> bar.name() + " " + bar.words())
                                .collect(Collectors.joining(", ")));
        double scale = WIDTH - LEFT - RIGHT;
        for (int i = 0; i < bars.size(); i++) {
            PageParts.Bar bar = bars.get(i);
            double y = i * ROW + 4;
            String name =
                    bar.name().length() <= KEY_CHARS ? bar.name() : bar.name().substring(0, KEY_CHARS) + "…";
            label(html, "", 4, y + 12, "start", name);
            String title = bar.name() + ": " + bar.words();
            bar(html, "possible", LEFT, y, Math.max(2, bar.high() * scale), ROW - 8, title);
            bar(html, "data-skew", LEFT, y, Math.max(2, bar.low() * scale), ROW - 8, title);
            label(html, "soft", LEFT + bar.high() * scale + 4, y + 12, "start", bar.words());
        }
        html.raw("</svg>\n");
    }

    private static void mark(Html html, double value, double max, double width, double y, String text) {
        double x = 30 + width * value / max;
        line(html, "mark", x, y, x, PLOT);
        label(html, "", x + (x > WIDTH / 2 ? -4 : 4), y, x > WIDTH / 2 ? "end" : "start", text);
    }

    private static void open(Html html, double height, String label) {
        html.raw(String.format(Locale.ROOT, "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"", WIDTH, height))
                .text(label)
                .raw("\">\n");
    }

    private static void bar(Html html, String style, double x, double y, double width, double height, String title) {
        html.raw(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"><title>",
                        style,
                        x,
                        y,
                        width,
                        height))
                .text(title)
                .raw("</title></rect>\n");
    }

    private static void line(Html html, String style, double x1, double y1, double x2, double y2) {
        html.raw(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                style,
                x1,
                y1,
                x2,
                y2));
    }

    private static void label(Html html, String style, double x, double y, String anchor, String text) {
        html.raw(String.format(
                        Locale.ROOT,
                        "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
                        style,
                        x,
                        y,
                        anchor))
                .text(text)
                .raw("</text>\n");
    }
}
