package io.evenkeel.skew.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DamagedLogsTest {

    @Test
    void aLogCutAnywhereGivesTheTasksBeforeTheCut() {
        byte[] log = StageLogs.skewed("cut").bytes();
        String text = new String(log, StandardCharsets.UTF_8);
        for (int length = log.length - 2_500; length < log.length; length++) {
            String kept = text.substring(0, length);
            // A line whose last brace is there is whole, with or without its line feed.
            long ends = kept.lines()
                    .filter(line -> line.contains("TaskEnd") && line.endsWith("}}}"))
                    .count();
            ApplicationVerdict verdict = Verdicts.of(Arrays.copyOf(log, length));
            assertThat(verdict.stages().get(0).tasks().succeeded())
                    .as("cut at " + length)
                    .isEqualTo((int) ends);
            assertThat(verdict.complete()).isEqualTo(length >= log.length - 1);
        }
    }

    @Test
    void flippedBitsAndStrangeBytesNeverBreakTheReport() {
        byte[] log = StageLogs.skewed("flip").bytes();
        Seeds.each("DamagedLogsTest#flippedBitsAndStrangeBytesNeverBreakTheReport", 300, seed -> {
            Random random = new Random(seed);
            byte[] damaged = log.clone();
            for (int i = 0; i <= random.nextInt(30); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            for (String format : new String[] {"text", "json", "html"}) {
                Run run = Run.of(damaged, false, "--format", format, "-");
                assertThat(run.exitCode()).isZero();
                assertThat(run.out()).isNotEmpty();
            }
        });
    }

    @Test
    void hugeNumbersDeepNestingAndWrongTypesArePassedOver() {
        LogBuilder log = StageLogs.level("hostile");
        String head = "{\"Event\":\"SparkListenerTaskEnd\",\"Stage ID\":";
        log.line(head + "9".repeat(90) + "}")
                .line(head + "9".repeat(2_000) + "}")
                .line(head + "1,\"Task Info\":" + "[".repeat(5_000))
                .line(head + "1,\"Task Info\":" + "{\"a\":".repeat(900) + "1" + "}".repeat(900) + "}")
                .line(head + "\"x\",\"Task Metrics\":[1,2],\"Task Info\":7}")
                .line(head + "0,\"Task Info\":{\"Index\":-7,\"Launch Time\":-5,\"Finish Time\":1e308}}")
                .line("[]")
                .line("null")
                .line("{\"Event\":7}")
                .line("{\"Event\":\"" + "x".repeat(10_000) + "\"}")
                .line("\u0000\u0001");
        ApplicationVerdict verdict = Verdicts.of(log);

        assertThat(verdict.stages().get(0).tasks().measured()).isGreaterThanOrEqualTo(40);
        assertThat(verdict.warnings()).anyMatch(warning -> warning.contains("damaged"));
        assertThat(verdict.severity().key()).isNotEqualTo("severe");
    }

    @Test
    void numbersOutOfRangeCountAsNothing() {
        LogBuilder log = new LogBuilder("range").executor("1", "h", 4);
        for (int i = 0; i < 8; i++) {
            log.task(0, i).read(Long.MAX_VALUE, Long.MAX_VALUE).add();
        }
        ApplicationVerdict verdict = Verdicts.of(log.stage(0, "", 8, 1_000).end(2_000));

        assertThat(verdict.stages().get(0).records().sum()).isZero();
        assertThat(verdict.warnings()).anyMatch(warning -> warning.contains("8 lines damaged"));
    }

    @Test
    void unknownEventsAndFieldsAreSkipped() {
        LogBuilder log = StageLogs.level("unknown");
        log.line("{\"Event\":\"SparkListenerFromTheFuture\",\"x\":{}}")
                .line("{\"Event\":\"com.acme.OurEvent\",\"x\":[{}]}")
                .line("{\"Timestamp\":1,\"Event\":\"SparkListenerJobEnd\",\"Job ID\":3,\"new\":{\"a\":[1]}}");
        ApplicationVerdict verdict = Verdicts.of(log);

        assertThat(verdict.warnings()).containsExactly("1 unknown event passed over");
    }
}
