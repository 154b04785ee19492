package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.event.EngineEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is in an output directory when attempts fail, race or are killed. */
@Timeout(120)
class OutputCommitTest {

    @TempDir
    private Path directory;

    private static List<String> names(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static List<Long> rows(Path output) throws IOException {
        List<Long> rows = new ArrayList<>();
        for (String name : names(output)) {
            if (name.startsWith("part-")) {
                Files.readAllLines(output.resolve(name)).forEach(line -> rows.add(Long.parseLong(line)));
            }
        }
        return rows;
    }

    /** SPARK-4879: with a second copy of a slow task, each partition is published once. */
    @Test
    void aSpeculativeCopyAndItsOriginalPublishOnce() throws IOException {
        Switch slow = new Switch("slow" + UUID.randomUUID());
        Path output = directory.resolve("out");
        try (TestCluster cluster = TestCluster.of(
                2,
                2,
                directory,
                "evenkeel.speculation",
                "true",
                "evenkeel.speculation.multiplier",
                "1.0",
                "evenkeel.speculation.quantile",
                "0.5")) {
            cluster.session()
                    .range(0, 800)
                    .map(row -> {
                        if (row == 5 && slow.next() == 0) {
                            Thread.sleep(2_000);
                        }
                        return row;
                    })
                    .saveAsTextFile(output.toString());
            assertThat(slow.count()).as("copies of the slow task").isGreaterThan(1);
            assertThat(cluster.events(EngineEvent.TaskStarted.class).count()).isGreaterThan(8);
        }
        assertThat(names(output)).hasSize(9).contains("_SUCCESS").doesNotContain("_temporary");
        assertThat(rows(output)).isEqualTo(LongStream.range(0, 800).boxed().toList());
    }

    @Test
    void aJobThatFailsLeavesNothing() throws IOException {
        Path output = directory.resolve("out");
        try (TestCluster cluster = TestCluster.of(1, 2, directory.resolve("."))) {
            assertThatThrownBy(() -> cluster.session()
                            .range(0, 100)
                            .map(row -> {
                                if (row == 70) {
                                    throw new IllegalStateException("not seventy");
                                }
                                return row;
                            })
                            .saveAsTextFile(output.toString()))
                    .isInstanceOf(EngineException.class)
                    .hasRootCauseMessage("not seventy");
            assertThat(output).doesNotExist();
        }
        assertThat(names(directory)).isEmpty();
    }

    @Test
    void aKilledExecutorTakesNoPartWithIt() throws IOException {
        Switch gate = new Switch("gate" + UUID.randomUUID());
        Path output = directory.resolve("out");
        try (TestCluster cluster = TestCluster.of(2, 1, directory)) {
            Thread killer = new Thread(() -> {
                try {
                    gate.await();
                    cluster.kill(cluster.executors().get(0));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            killer.start();
            cluster.session()
                    .range(0, 4000)
                    .map(row -> {
                        if (row == 1500) {
                            gate.open();
                            Thread.sleep(300);
                        }
                        return row;
                    })
                    .saveAsTextFile(output.toString());
        }
        assertThat(rows(output)).isEqualTo(LongStream.range(0, 4000).boxed().toList());
    }
}
