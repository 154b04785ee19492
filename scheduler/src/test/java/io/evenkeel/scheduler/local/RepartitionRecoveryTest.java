package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPARK-23207, SPARK-23243: rows that were dealt out twice by their order stay exact when an executor dies at any moment,
 * though a second computation may read them in another order.
 */
class RepartitionRecoveryTest {

    private static final int EXECUTORS = 3;

    @TempDir
    private Path directory;

    @Test
    void losesAndDoublesNoRow() {
        run("RepartitionRecoveryTest#losesAndDoublesNoRow", 5, 100_000, 20);
    }

    @Test
    @Tag("slow")
    void losesAndDoublesNoRowOnManySeeds() {
        run("RepartitionRecoveryTest#losesAndDoublesNoRowOnManySeeds", 100, 1_000_000, 200);
    }

    private void run(String name, int seeds, int rows, int partitions) {
        int[] again = {0};
        Seeds.each(name, seeds, seed -> again[0] += runOne(new Random(seed), rows, partitions));
        System.out.println(name + ": " + again[0] + " stage attempts after the first");
        if (Long.getLong("evenkeel.test.seed") == null) {
            assertThat(again[0]).as("attempts that the deaths have cost").isPositive();
        }
    }

    /** Returns how many further attempts of stages there were. */
    private int runOne(Random random, int rows, int partitions) throws Exception {
        Switch passed = new Switch("passed" + UUID.randomUUID());
        boolean early = random.nextBoolean();
        int deadline = random.nextInt(rows);
        try (TestCluster cluster = TestCluster.of(EXECUTORS, 2, directory)) {
            ExecutorId victim = cluster.executors().get(random.nextInt(EXECUTORS));
            Dataset<Long> once = cluster.session().range(0, rows).repartition(partitions);
            Dataset<Long> twice = (early ? counted(once, passed, deadline) : once).repartition(partitions);
            Dataset<Long> last = early ? twice : counted(twice, passed, deadline);
            CompletableFuture<List<Long>> job = CompletableFuture.supplyAsync(last::collect);
            passed.await();
            cluster.kill(victim);
            List<Long> collected = job.join();
            assertThat(collected).hasSize(rows);
            BitSet seen = new BitSet(rows);
            collected.forEach(row -> seen.set(Math.toIntExact(row)));
            assertThat(seen.cardinality()).as("rows that are there").isEqualTo(rows);
            return (int) cluster.events(EngineEvent.StageStarted.class)
                    .filter(stage -> stage.attempt().value() > 0)
                    .count();
        }
    }

    /** Opens the switch when that many rows have passed. */
    private static Dataset<Long> counted(Dataset<Long> rows, Switch passed, int deadline) {
        return rows.map(row -> {
            if (passed.next() == deadline) {
                passed.open();
            }
            return row;
        });
    }
}
