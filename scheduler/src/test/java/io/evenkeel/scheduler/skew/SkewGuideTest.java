package io.evenkeel.scheduler.skew;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeptRows;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.Skew;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.scheduler.local.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/skew.md}: each stands here, compiles and runs. */
final class SkewGuideTest {

    @TempDir
    private Path directory;

    private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", ""));

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void everyExampleOfTheGuideStandsHere() throws IOException {
        String guide = Files.readString(ROOT.resolve("docs/skew.md"));
        String here = withoutSpace(Files.readString(
                ROOT.resolve("scheduler/src/test/java/io/evenkeel/scheduler/skew/SkewGuideTest.java")));
        Matcher examples = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(guide);
        int found = 0;
        while (examples.find()) {
            for (String statement : examples.group(1).split("\n\n")) {
                assertThat(here).contains(withoutSpace(statement));
                found++;
            }
        }
        assertThat(found).isGreaterThan(8);
    }

    @Test
    void theExamplesRun() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            EngineSession session = cluster.session();
            KeyedDataset<String, Long> orders =
                    session.range(0, 5_000).keyBy(n -> n % 10 < 6 ? "" : "customer " + n % 300);
            KeyedDataset<String, Long> customers = session.range(0, 300).keyBy(n -> "customer " + n);
            KeyedDataset<String, Long> clicks = session.range(0, 5_000).keyBy(n -> n % 2 == 0 ? "home" : "page " + n);

            System.out.println(orders.keyDistribution(0.1));

            KeptRows<String, Long> kept = orders.dropKeys(List.of("", "unknown"));
            long joined = kept.rows().join(customers).count();
            System.out.println(joined + " rows, " + kept.dropped().value() + " dropped for " + kept.keys());

            KeptRows<String, Long> withoutHottest = orders.dropHottestKeys(1, 0.1);

            var wider = orders.groupByKey().withPartitions(400);

            var totals = clicks.reduceByKey(Long::sum, Skew.twoStage());

            var totalsOfHot = clicks.reduceByKey(Long::sum, Skew.twoStageOfHotKeys(20, 10));

            var mapSide = orders.join(customers, Skew.broadcast());

            var upTo = orders.leftOuterJoin(customers, Skew.broadcast(Side.RIGHT, ByteSize.ofMib(256)));

            var split = orders.join(customers, Skew.splitKeys());

            var finely = orders.join(clicks, Skew.splitKeys(20, 0.3, 50));

            var salted = orders.leftOuterJoin(customers, Skew.saltAndReplicate(Side.LEFT, 10));

            var chosen = orders.join(customers, Skew.auto());

            var chain = orders.join(
                    customers,
                    Skew.dropKeys(List.of(""))
                            .then(Skew.partitions(200))
                            .then(Skew.broadcast())
                            .then(Skew.splitKeys()));

            assertThat(joined).isEqualTo(chain.count()).isEqualTo(split.count());
            assertThat(mapSide.count()).isEqualTo(chosen.count());
            assertThat(upTo.count()).isEqualTo(5_000).isEqualTo(salted.count());
            assertThat(totals.count()).isEqualTo(totalsOfHot.count());
            assertThat(finely.count()).isZero();
            assertThat(wider.numPartitions()).isEqualTo(400);
            assertThat(withoutHottest.rows().count()).isEqualTo(2_000);
        }
    }
}
