package io.evenkeel.skew.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class DiagnoseCommandTest {

    private static final String HOSTILE = "<script>alert(1)</script>\\u001b[31m\\u0007\\\"'&\\u202eevil";

    @TempDir
    Path directory;

    private String file(LogBuilder log) throws IOException {
        return Files.write(directory.resolve(log.name().replaceAll("\\W", "_")), log.bytes())
                .toString();
    }

    private static void parse(String json) {
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
            int tokens = 0;
            while (parser.nextToken() != null) {
                tokens++;
            }
            assertThat(tokens).isGreaterThan(10);
        }
    }

    @Test
    void isFoundAsAService() {
        assertThat(ServiceLoader.load(Command.class))
                .anySatisfy(command -> assertThat(command.name()).isEqualTo("diagnose"));
    }

    @Test
    void wrongUsageSaysWhatIsRight() {
        assertThat(Run.of().err()).contains("no event log given");
        assertThat(Run.of("--format", "pdf", "x").err()).contains("text, json, html");
        assertThat(Run.of("--nothing", "x").err()).contains("--nothing");
        assertThat(Run.of("--compare", "x").err()).contains("two event logs");
        assertThat(Run.of("--fail-on", "none", "x").exitCode()).isEqualTo(2);
        assertThat(Run.of("--max-tasks", "0", "x").exitCode()).isEqualTo(2);
        Run help = Run.of("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("--fail-on", "Exit codes");
    }

    @Test
    void failOnComparesTheSeverity() throws IOException {
        String skewed = file(StageLogs.skewed("skewed"));
        String level = file(StageLogs.level("level"));

        assertThat(Run.of("--fail-on", "severe", skewed).exitCode()).isEqualTo(4);
        assertThat(Run.of("--fail-on=minor", level).exitCode()).isZero();
        assertThat(Run.of("--fail-on", "minor", level, skewed).exitCode()).isEqualTo(4);
        assertThat(Run.of(skewed).exitCode()).isZero();
    }

    @Test
    void jsonHasTheDocumentedFields() throws IOException {
        String json =
                Run.of("--format", "json", file(StageLogs.skewed("skewed"))).out();

        parse(json);
        assertThat(json)
                .contains(
                        "\"applications\":[{\"id\":\"app-skewed\"",
                        "\"sparkVersion\":\"4.2.0\"",
                        "\"complete\":true",
                        "\"stageId\":0,\"attempt\":0",
                        "\"tasks\":{\"succeeded\":40,\"failed\":0,\"killed\":0,\"speculative\":0",
                        "\"class\":\"data-skew\"",
                        "\"skewMillis\":19000",
                        "\"recoverableMillis\":5250",
                        "\"maxOverMedian\":{\"duration\":20,\"bytes\":30,\"records\":30}",
                        "\"hotKeys\":[]",
                        "\"remedy\":{\"title\":",
                        "\"warnings\":[]");
    }

    @Test
    void textIsPlainUnlessItGoesToATerminal() throws IOException {
        String skewed = file(StageLogs.skewed("skewed"));
        String plain = Run.of(skewed).out();

        assertThat(plain)
                .contains("Data skew in stage 0; 5.3 s of 21.0 s could be saved. [severe]", "Spark SQL:", "30.0x")
                .doesNotContain("\u001b");
        assertThat(plain.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(140));
        assertThat(Run.of(new byte[0], true, skewed).out()).contains("\u001b[31;1m");
    }

    @Test
    void htmlIsOneFileWithoutReferencesToOthers() throws IOException {
        Path page = directory.resolve("page.html");

        assertThat(Run.of("--format", "html", "-o", page.toString(), file(StageLogs.skewed("skewed")))
                        .out())
                .isEmpty();
        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("Content-Security-Policy", "role=\"img\"", "prefers-color-scheme: dark", "@media print")
                .doesNotContain("http://", "https://", " src=", "@import", "url(");
    }

    @Test
    void namesFromTheLogAreHarmlessInEveryFormat() throws IOException {
        LogBuilder log = StageLogs.skewed("x" + HOSTILE).stage(0, HOSTILE.replace("\\\"", ""), 40, 20_000);
        String file = file(log);

        String text = Run.of(new byte[0], false, file).out();
        String html = Run.of("--format", "html", file).out();
        String json = Run.of("--format", "json", file).out();

        assertThat(text).contains("<1b>[31m").doesNotContain("\u001b", "\u0007", "\u202e");
        assertThat(html).contains("&lt;script&gt;").doesNotContain("<script>alert", "\u001b", "\u202e");
        assertThat(json).doesNotContain("\u001b", "\u202e");
        parse(json);
    }

    @Test
    void compareTellsWhatChanged() throws IOException {
        String before = file(StageLogs.skewed("before"));
        String after = file(StageLogs.level("after"));

        assertThat(Run.of("--compare", before, after).out()).contains("-48 %", "data skew > none", "20.0 s");
        String json = Run.of("--compare", "--format", "json", before, after).out();
        parse(json);
        assertThat(json).contains("\"addedMillis\":-10000");
    }

    @Test
    void tasksOverTheLimitAreCountedAndSaid() throws IOException {
        Run run = Run.of("--max-tasks", "10", file(StageLogs.skewed("skewed")));

        assertThat(run.out()).contains("30 task ends counted but not measured (--max-tasks)");
    }

    @Test
    void aLineOverTheLimitIsPassedOverAndSaid() throws IOException {
        LogBuilder log = StageLogs.skewed("long");
        log.line("{\"Event\":\"SparkListenerJobStart\",\"Job ID\":1,\"x\":\"" + "y".repeat(100_000) + "\"}");

        assertThat(Run.of("--max-line", "64k", file(log)).out()).contains("1 line over the limit passed over");
    }
}
