package io.evenkeel.skew.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Json;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events that only logs of this engine have. */
class OwnEventsTest {

    private static final String NAMES = "{\"Event\":\"io.evenkeel.event.";
    private static final String EVIL = "<script>alert(1)</script>\\u001b[31m";

    @TempDir
    Path directory;

    private static LogBuilder skewed() {
        LogBuilder log = new LogBuilder("own")
                .line(NAMES + "LogStart\",\"Evenkeel Version\":\"0.9\"}")
                .line(NAMES + "ShuffleWriter\",\"Stage ID\":0,\"Shuffle ID\":5,\"Writer\":\"bypass\",\"Reason\":\"few "
                        + EVIL + "\"}")
                .line(NAMES + "HotKeys\",\"Stage ID\":0,\"Shuffle ID\":5,\"Records\":1000,\"Keys\":[{\"Key\":\"alice "
                        + EVIL
                        + "\",\"At Least\":500,\"At Most\":600},{\"Key\":\"bob\",\"At Least\":100,\"At Most\":100}]}")
                .line(
                        NAMES
                                + "PlanAdapted\",\"Stage ID\":1,\"Rule\":\"split\",\"Change\":\"reads in 4 parts\",\"Reason\":\"big\"}")
                .line(NAMES + "EventsMissing\",\"Events\":7}")
                .executor("1", "host", 4);
        for (int i = 0; i < 8; i++) {
            log.task(0, i).took(1_000).read(1_000, 1 << 20).add();
        }
        log.stage(0, "map", 8, 2_000);
        for (int i = 0; i < 8; i++) {
            log.task(1, i)
                    .took(i == 0 ? 9_000 : 1_000)
                    .read(i == 0 ? 900_000 : 20_000, i == 0 ? 90 << 20 : 2 << 20)
                    .add();
        }
        return log.stage(1, "reduceByKey", 8, 12_000).end(14_000);
    }

    private Path write(LogBuilder log) throws IOException {
        String withParent =
                log.text().replace("\"Parent IDs\":[],\"Submission Time\"", "\"Parent IDs\":[0],\"Submission Time\"");
        return Files.writeString(directory.resolve("log"), withParent);
    }

    @Test
    void hotKeysWriterAndChangesAreNamed() throws IOException {
        Path log = write(skewed());
        Json application = Json.of(Run.of("--format", "json", log.toString()).out())
                .objects("applications")
                .get(0);
        assertThat(application.text("engineVersion")).isEqualTo("0.9");
        Json stage = application.objects("stages").get(1);
        assertThat(stage.text("class")).isEqualTo("data-skew");
        Json alice = stage.objects("hotKeys").get(0);
        assertThat(alice.text("key")).startsWith("alice <script>");
        assertThat(alice.number("recordsAtLeast")).isEqualTo(500);
        assertThat(alice.number("recordsAtMost")).isEqualTo(600);
        assertThat(alice.number("writtenByStage")).isZero();
        assertThat(application.objects("stages").get(0).object("shuffleWriter").text("name"))
                .isEqualTo("bypass");
        String text = Run.of(log.toString()).out();
        assertThat(text)
                .contains("Evenkeel 0.9")
                .contains("50 % to 60 %")
                .contains("split changed stage 1: reads in 4 parts, since big")
                .contains("7 events missing")
                .doesNotContain("\u001b");
        String page = Run.of("--format", "html", log.toString()).out();
        assertThat(page).contains("Hot keys", "alice &lt;script").doesNotContain("<script>alert", "\u001b");
    }

    @Test
    void keysAreHashedOnRequest() throws IOException {
        Path log = write(skewed());
        for (String format : new String[] {"text", "json", "html"}) {
            assertThat(Run.of("--redact-keys", "--format", format, log.toString())
                            .out())
                    .contains("sha256:")
                    .doesNotContain("alice", "bob");
        }
    }

    @Test
    void damagedOwnEventsDoNoHarm() {
        String whole = skewed().text();
        Seeds.each("OwnEventsTest#damagedOwnEventsDoNoHarm", 300, seed -> {
            Random random = new Random(seed);
            byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
            int from = whole.indexOf("io.evenkeel");
            int to = whole.indexOf("EventsMissing") + 40;
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                bytes[from + random.nextInt(to - from)] = (byte) random.nextInt(256);
            }
            Path log = Files.write(directory.resolve("damaged"), bytes);
            for (String format : new String[] {"text", "json", "html"}) {
                Run run = Run.of("--format", format, log.toString());
                assertThat(run.exitCode()).isZero();
                assertThat(run.out()).doesNotContain("\u001b");
                if (format.equals("html")) {
                    assertThat(run.out()).doesNotContain("<script>alert");
                }
            }
        });
    }

    @Test
    void absurdNumbersDoNoHarm() throws IOException {
        LogBuilder log = new LogBuilder("absurd");
        for (String number : new String[] {
            "-1", "99999999999999999999999999", "1e400", "\"text\"", "null", "[[[[]]]]", "{\"a\":{}}", "-0.0"
        }) {
            log.line(NAMES + "HotKeys\",\"Stage ID\":" + number + ",\"Shuffle ID\":" + number + ",\"Records\":" + number
                    + ",\"Keys\":[{\"Key\":" + number + ",\"At Least\":" + number + ",\"At Most\":" + number + "}]}");
            log.line(NAMES + "HotKeys\",\"Stage ID\":0,\"Records\":0,\"Keys\":" + number + "}");
            log.line(NAMES + "EventsMissing\",\"Events\":" + number + "}");
            log.line(NAMES + "Unheard" + number.replace("\"", "").length() + "\",\"Events\":" + number + "}");
        }
        log.task(0, 0).add();
        Path file = Files.writeString(directory.resolve("absurd"), log.end(1).text());
        for (String format : new String[] {"text", "json", "html"}) {
            assertThat(Run.of("--format", format, file.toString()).exitCode()).isZero();
        }
    }
}
