package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.TaskProblem;
import io.evenkeel.storage.AskingBlockFiles;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How tasks end that are killed, fail, or whose rows somebody still wants. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TaskEndTest {

    /** Iterables that got out of a task, by a name of the test's. */
    private static final Map<String, Iterable<Long>> ESCAPED = new ConcurrentHashMap<>();

    @TempDir
    private Path directory;

    /** SPARK-20250: a task killed while it spills was reported as out of memory. */
    @Test
    void aTaskKilledWhileItSpillsIsCancelled() throws Exception {
        Switch spilling = new Switch("spilling " + UUID.randomUUID());
        AskingBlockFiles files = new AskingBlockFiles(path -> {
            if (path.getFileName().toString().startsWith("spill-") && spilling.next() == 0) {
                spilling.open();
                try {
                    Thread.sleep(TimeUnit.MINUTES.toMillis(10));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ClosedByInterruptException();
                }
            }
        });
        InProcessCluster size = new InProcessCluster(1, 1, ByteSize.ofMib(64));
        try (TestCluster cluster = TestCluster.of(size, files, directory, "evenkeel.memory.fraction", "0.1")) {
            Dataset<Long> sorted = cluster.session().range(0, 400_000).sortBy(n -> -n);
            CompletableFuture<Long> job = CompletableFuture.supplyAsync(sorted::count);
            spilling.await();
            cluster.session().cancelJobs("enough of it");
            assertThatThrownBy(job::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(EngineException.class)
                    .extracting(e -> ((EngineException) e).code())
                    .isEqualTo(ErrorCode.JOB_CANCELLED);
            Awaitility.await().until(() -> problems(cluster).count() > 0);
            assertThat(problems(cluster)).hasSize(1).first().isInstanceOf(TaskProblem.Cancelled.class);
            assertThat(sorted.take(1)).containsExactly(399_999L);
            assertThat(cluster.executors()).hasSize(1);
        }
    }

    private static Stream<TaskProblem> problems(TestCluster cluster) {
        return cluster.events(EngineEvent.TaskEnded.class).flatMap(ended -> ended.problem().stream());
    }

    /** SPARK-26713: a thread that reads a task's rows after the task's end waited for ever. */
    @Test
    void rowsReadAfterTheTasksEndAreRefused() {
        String name = UUID.randomUUID().toString();
        try (TestCluster cluster = TestCluster.of(1, 1, directory)) {
            long groups = cluster.session()
                    .range(0, 100_000)
                    .keyBy(n -> n % 2)
                    .groupByKey()
                    .map(group -> ESCAPED.put(name, group.value()) == null)
                    .count();
            assertThat(groups).isEqualTo(2);
            Iterable<Long> escaped = Objects.requireNonNull(ESCAPED.remove(name));
            assertThatThrownBy(() -> {
                        Iterator<Long> values = escaped.iterator();
                        while (values.hasNext()) {
                            values.next();
                        }
                    })
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    private static long engineThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("evenkeel-"))
                .count();
    }

    /** Uniffle #2781: tasks whose rows are not read to the end, and tasks that fail, left their threads behind. */
    @Test
    void tasksThatEndEarlyLeaveNoThread() {
        long before = engineThreads();
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<Long> rows = cluster.session()
                    .range(0, 2000)
                    .keyBy(n -> n % 100)
                    .reduceByKey((a, b) -> a + b)
                    .keys();
            assertThat(rows.take(1)).hasSize(1);
            for (int i = 0; i < 150; i++) {
                assertThat(rows.take(1)).hasSize(1);
            }
            Dataset<Long> failing = rows.map(row -> Long.parseLong("not " + row));
            for (int i = 0; i < 15; i++) {
                assertThatThrownBy(failing::count).isInstanceOf(EngineException.class);
            }
            assertThat(cluster.events(EngineEvent.TaskEnded.class).count()).isGreaterThan(200);
            // the driver, the timer of interrupts and the two slots
            Awaitility.await().until(() -> engineThreads() <= before + 4);
        }
        Awaitility.await().until(() -> engineThreads() <= before);
    }
}
