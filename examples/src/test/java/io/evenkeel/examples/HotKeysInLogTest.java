package io.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.EngineSession;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report says of a job with a hot key, from our own log. */
class HotKeysInLogTest {

    @TempDir
    Path directory;

    @TempDir
    Path scratch;

    @Test
    void theReportNamesTheHotKeyWithShareAndBounds() {
        try (EngineSession session = EngineSession.builder()
                .master("local[2]")
                .name("skewed")
                .config("spark.eventLog.enabled", "true")
                .config("spark.eventLog.dir", directory.toUri().toString())
                .config("spark.local.dir", scratch.toString())
                .build()) {
            session.range(0, 200_000)
                    .keyBy(n -> n % 10 < 7 ? "customer 4711" : "customer " + n)
                    .mapValues(n -> "an order that takes a little room, number " + n)
                    .groupByKey()
                    .withPartitions(20)
                    .count();
        }
        String report = Diagnosis.text(directory.toString());
        assertThat(report).contains("customer 4711");
        assertThat(report).containsPattern("customer 4711.*(69|70)");
    }
}
