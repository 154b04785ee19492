package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.record.Pair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose tasks, executors and files fail. */
@Timeout(120)
class FailureTest {

    @TempDir
    private Path directory;

    private static Switch fresh(String name) {
        return new Switch(name + UUID.randomUUID());
    }

    @Test
    void aTaskThatFailsThreeTimesIsTriedAFourth() {
        Switch failures = fresh("failures");
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            List<Long> rows = cluster.session()
                    .range(0, 8)
                    .map(row -> {
                        if (row == 5 && failures.next() < 3) {
                            throw new IllegalStateException("not yet");
                        }
                        return row;
                    })
                    .collect();
            assertThat(rows).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
            assertThat(failures.count()).isEqualTo(4);
        }
    }

    @Test
    void aTaskThatKeepsFailingFailsTheJobWithTheUsersOwnErrorFirst() {
        Switch failures = fresh("failures");
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<Long> broken = cluster.session().range(0, 8).map(row -> {
                if (row == 5) {
                    failures.next();
                    throw new IllegalStateException("five is not for me");
                }
                return row;
            });
            EngineException failure = catchThrowableOfType(EngineException.class, () -> broken.collect());
            assertThat(failure)
                    .hasMessageContaining("stage")
                    .hasMessageContaining("partition 2")
                    .hasMessageContaining("attempt 3")
                    .hasMessageContaining("record at hand: 5")
                    .hasMessageContaining("collect at FailureTest.java")
                    .hasRootCauseMessage("five is not for me");
            assertThat(failure.code()).isEqualTo(ErrorCode.JOB_FAILED);
            assertThat(failures.count()).isEqualTo(4);
            assertThat(cluster.session().range(0, 10).count()).as("a later job").isEqualTo(10);
        }
    }

    private static void awaitQuietly(Switch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** SPARK-32003: the outputs of a dead executor come back in one further stage attempt, and only the missing ones. */
    @Test
    void lostOutputsAreMadeAgainAndOnlyThese() {
        try (TestCluster cluster = TestCluster.of(2, 1, directory)) {
            KeyedDataset<Long, Long> sums = cluster.session()
                    .range(0, 1000)
                    .keyBy(n -> n % 10)
                    .reduceByKey(Long::sum)
                    .withPartitions(4);
            assertThat(sums.count()).isEqualTo(10);
            long before = cluster.events(EngineEvent.TaskEnded.class).count();
            ExecutorId victim = cluster.executors().get(0);
            long lost = cluster.events(EngineEvent.TaskEnded.class)
                    .filter(task -> task.executor().equals(victim))
                    .filter(task -> task.task().stage().value() == 0)
                    .count();
            cluster.kill(victim);
            assertThat(sums.count()).isEqualTo(10);
            long after = cluster.events(EngineEvent.TaskEnded.class).count();
            assertThat(lost).isPositive();
            assertThat(after - before).as("lost maps and four reducers").isEqualTo(lost + 4);
        }
    }

    @Test
    void aShuffleThatIsThereIsNotComputedAgain() {
        Switch computed = fresh("computed");
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            KeyedDataset<Long, Long> sums = cluster.session()
                    .range(0, 100)
                    .map(row -> {
                        computed.next();
                        return row;
                    })
                    .keyBy(row -> row % 3)
                    .reduceByKey(Long::sum);
            assertThat(sums.count()).isEqualTo(3);
            assertThat(sums.collect()).hasSize(3);
            assertThat(computed.count()).isEqualTo(100);
            assertThat(cluster.events(EngineEvent.StageSkipped.class)).hasSize(1);
        }
    }

    @Test
    void aCancelledJobEndsSoonAndLeavesTheSessionUsable() throws Exception {
        Switch started = fresh("started");
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<Long> endless = cluster.session().range(0, 4).map(row -> {
                started.open();
                Thread.sleep(Duration.ofMinutes(10).toMillis());
                return row;
            });
            CompletableFuture<Long> job = CompletableFuture.supplyAsync(endless::count);
            started.await();
            cluster.session().cancelJobs("enough of it");
            assertThatThrownBy(job::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("enough of it")
                    .extracting(e -> ((EngineException) e).code())
                    .isEqualTo(ErrorCode.JOB_CANCELLED);
            assertThat(cluster.session().range(0, 10).count()).isEqualTo(10);
        }
    }

    @Test
    void interruptingTheCallerCancelsTheJob() throws Exception {
        Switch started = fresh("started");
        try (TestCluster cluster = TestCluster.of(1, 1, directory)) {
            Dataset<Long> endless = cluster.session().range(0, 1L << 60).filter(row -> {
                started.open();
                return false;
            });
            CompletableFuture<Throwable> outcome = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    endless.count();
                    outcome.complete(new AssertionError("it ended"));
                } catch (EngineException e) {
                    outcome.complete(e);
                }
            });
            caller.start();
            started.await();
            caller.interrupt();
            assertThat(outcome.join())
                    .isInstanceOf(EngineException.class)
                    .extracting(e -> ((EngineException) e).code())
                    .isEqualTo(ErrorCode.JOB_CANCELLED);
        }
    }

    /** SPARK-17644, SPARK-5945: when fetching keeps failing the job ends, and a later one works. */
    @Test
    void losingEveryExecutorButOneStillGivesTheRightAnswer() {
        Switch gate = fresh("gate");
        try (TestCluster cluster = TestCluster.of(4, 1, directory)) {
            List<ExecutorId> all = cluster.executors();
            KeyedDataset<Long, Long> counts = cluster.session()
                    .range(0, 20_000)
                    .keyBy(n -> n % 1000)
                    .mapValues(n -> {
                        if (n == 19_999) {
                            gate.open();
                        }
                        return 1L;
                    })
                    .reduceByKey(Long::sum)
                    .withPartitions(8);
            CompletableFuture<List<Pair<Long, Long>>> job = CompletableFuture.supplyAsync(counts::collect);
            awaitQuietly(gate);
            all.subList(0, 3).forEach(cluster::kill);
            List<Pair<Long, Long>> rows = job.join();
            assertThat(rows).hasSize(1000).allMatch(row -> row.value() == 20);
        }
    }

    @Test
    void nothingIsLeftBehindInTheLocalDirectories() throws Exception {
        try (TestCluster cluster = TestCluster.of(2, 1, directory)) {
            cluster.session().range(0, 1000).keyBy(n -> n % 10).groupByKey().count();
        }
        try (var left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
        Set<String> threads = new HashSet<>();
        Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("evenkeel-"))
                .forEach(threads::add);
        assertThat(threads).isEmpty();
    }
}
