package io.evenkeel.scheduler.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.plan.NaiveRunner;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.local.InProcessCluster;
import io.evenkeel.scheduler.local.TestCluster;
import io.evenkeel.testing.MemoryDirectory;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random plans give the rows that {@link NaiveRunner} gives, as multisets; a short slice in every build, the long run with
 * {@code mvn verify -Pfuzz}. With plenty of memory, with so little that every structure that can spill does, and on
 * executors one of which is lost.
 */
class RandomPlansTest {

    /** In every build. */
    private static final int PLANS = 2_000;

    private static final int MANY = 100_000;

    /** Letters of a key where memory is to be short. */
    private static final int WIDE = 5_500;

    /** As little memory outside the heap as there is on it. */
    private static final String[] OUTSIDE = {
        "evenkeel.memory.offHeap.enabled", "true", "evenkeel.memory.offHeap.size", "440k"
    };

    @TempDir(factory = MemoryDirectory.class)
    private Path directory;

    @Test
    void aPlanIsAFunctionOfItsSeed() {
        try (EngineSession naive = naive()) {
            String plan = RandomPlan.of(naive, 11).explain();
            try (EngineSession again = naive()) {
                assertThat(RandomPlan.of(again, 11).explain()).isEqualTo(plan);
            }
        }
    }

    @Test
    void plentyOfMemory() {
        run("plentyOfMemory", PLANS / 2);
    }

    @Test
    void littleMemory() {
        spilling("littleMemory", PLANS / 4);
    }

    @Test
    void lostExecutors() {
        losing("lostExecutors", PLANS / 8);
    }

    @Test
    @Tag("fuzz")
    void plentyOfMemoryAtLength() {
        run("plentyOfMemoryAtLength", MANY / 2);
    }

    @Test
    void littleMemoryAndPagesOutsideTheHeap() {
        spilling("littleMemoryAndPagesOutsideTheHeap", PLANS / 8, OUTSIDE);
    }

    @Test
    @Tag("fuzz")
    void littleMemoryAndPagesOutsideTheHeapAtLength() {
        spilling("littleMemoryAndPagesOutsideTheHeapAtLength", MANY / 6, OUTSIDE);
    }

    @Test
    @Tag("fuzz")
    void littleMemoryAtLength() {
        spilling("littleMemoryAtLength", MANY / 3);
    }

    @Test
    @Tag("fuzz")
    void lostExecutorsAtLength() {
        losing("lostExecutorsAtLength", MANY / 6);
    }

    private static EngineSession naive() {
        return EngineSession.builder()
                .runners(new NaiveRunner())
                .config("evenkeel.default.parallelism", "3")
                .build();
    }

    private void run(String test, int plans) {
        try (TestCluster cluster = TestCluster.of(1, 2, directory, "evenkeel.default.parallelism", "3");
                EngineSession naive = naive()) {
            Seeds.each("RandomPlansTest#" + test, plans, seed -> {
                compare(RandomPlan.of(cluster.session(), seed), RandomPlan.of(naive, seed));
                cluster.forgetEvents();
            });
        }
    }

    /** So little memory for so wide keys that plans spill more than once on average. */
    private void spilling(String test, int plans, String... more) {
        InProcessCluster small = new InProcessCluster(1, 2, ByteSize.ofMib(64));
        List<String> settings = new ArrayList<>(List.of(
                "evenkeel.default.parallelism",
                "2",
                "evenkeel.memory.fraction",
                "0.03",
                "evenkeel.sort.pageSize",
                "2k",
                "evenkeel.spill.blockSize",
                "1k",
                "evenkeel.shuffle.chunkSize",
                "4k",
                "evenkeel.shuffle.file.buffer",
                "1k"));
        settings.addAll(List.of(more));
        try (TestCluster cluster = TestCluster.of(small, directory, settings.toArray(String[]::new));
                EngineSession naive = naive()) {
            AtomicInteger refused = new AtomicInteger();
            Seeds.each("RandomPlansTest#" + test, plans, seed -> {
                try {
                    compare(
                            RandomPlan.ofWideKeys(cluster.session(), seed, WIDE),
                            RandomPlan.ofWideKeys(naive, seed, WIDE));
                } catch (EngineException e) {
                    if (!isForLackOfMemory(e)) {
                        throw e;
                    }
                    refused.incrementAndGet();
                }
                cluster.forgetEvents();
            });
            System.out.println(test + ": " + cluster.spills() + " spills, " + refused + " plans refused");
            assertThat(refused.get()).as("plans refused for lack of memory").isLessThanOrEqualTo(1 + plans / 200);
            assertThat(Seeds.isReplay() || cluster.spills() > plans)
                    .as("spills")
                    .isTrue();
        }
    }

    /** A kept block that a task reads may leave too little for the least that a writer needs: a plan is refused then. */
    private static boolean isForLackOfMemory(Throwable failure) {
        return (failure instanceof EngineException e && e.code() == ErrorCode.OUT_OF_MEMORY)
                || (failure.getCause() != null && isForLackOfMemory(failure.getCause()));
    }

    private void losing(String test, int plans) {
        try (TestCluster cluster = TestCluster.of(3, 1, directory, "evenkeel.default.parallelism", "3");
                EngineSession naive = naive()) {
            Seeds.each("RandomPlansTest#" + test, plans, seed -> {
                KeyedDataset<Object, Long> rows = RandomPlan.of(cluster.session(), seed);
                Map<String, Integer> expected =
                        counted(RandomPlan.of(naive, seed).collect());
                assertThat(counted(rows.collect()))
                        .as("before an executor is lost")
                        .isEqualTo(expected);
                cluster.kill(cluster.executors().get((int) (seed % 3)));
                cluster.addExecutor();
                assertThat(counted(rows.collect()))
                        .as("after an executor was lost")
                        .isEqualTo(expected);
                cluster.forgetEvents();
            });
        }
    }

    private static void compare(KeyedDataset<Object, Long> actual, KeyedDataset<Object, Long> expected) {
        assertThat(counted(actual.collect())).as(() -> actual.explain()).isEqualTo(counted(expected.collect()));
    }

    /** How often each row stands there; both zeros are one key. */
    private static Map<String, Integer> counted(List<Pair<Object, Long>> rows) {
        Map<String, Integer> counts = new HashMap<>();
        for (Pair<Object, Long> row : rows) {
            Object key = row.key() instanceof Double number ? (Object) (number + 0.0) : row.key();
            String kind = key == null ? "" : key.getClass().getSimpleName();
            counts.merge(kind + " " + key + " " + row.value(), 1, Integer::sum);
        }
        return counts;
    }
}
