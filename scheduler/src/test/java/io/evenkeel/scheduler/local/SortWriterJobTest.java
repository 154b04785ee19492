package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.record.Pair;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs whose rows are combined as objects by the shuffle writer. */
final class SortWriterJobTest {

    @TempDir
    private Path directory;

    /** With so little memory, the map structure spills; every key still leaves each map task once. */
    @Test
    void eachMapOutputHoldsEachKeyOnceThoughItWasSpilled() {
        for (String manager : new String[] {"auto", "sort", "tungsten-sort"}) {
            InProcessCluster small = new InProcessCluster(1, 2, ByteSize.ofMib(64));
            try (TestCluster cluster = TestCluster.of(small, directory, "evenkeel.shuffle.manager", manager)) {
                int keys = 30_000;
                KeyedDataset<String, String> longest = cluster.session()
                        .range(0, 6L * keys)
                        .keyBy(n -> "a key that takes a little memory, number " + n % keys)
                        .mapValues(n -> "v" + n)
                        .reduceByKey((left, right) -> left.length() >= right.length() ? left : right)
                        .withPartitions(5);
                Map<String, String> found = new HashMap<>();
                for (Pair<String, String> pair : longest.collect()) {
                    assertThat(found.put(pair.key(), pair.value())).isNull();
                }
                assertThat(found).hasSize(keys);
                assertThat(found.values()).allMatch(value -> value.length() == ("v" + 5L * keys).length());
                assertThat(cluster.spills()).isGreaterThan(2);
                long written = cluster.events(EngineEvent.TaskEnded.class)
                        .mapToLong(event -> event.metrics().shuffleRecordsWritten())
                        .sum();
                long mapTasks = cluster.events(EngineEvent.TaskEnded.class)
                        .filter(event -> event.metrics().shuffleRecordsWritten() > 0)
                        .count();
                assertThat(written).isEqualTo(mapTasks * keys);
            }
        }
    }

    @Test
    void theUsersOwnErrorComesFirstWhenCombiningFails() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            KeyedDataset<Long, String> broken = cluster.session()
                    .range(0, 100)
                    .keyBy(n -> n % 7)
                    .mapValues(n -> "v" + n)
                    .reduceByKey((left, right) -> {
                        throw new IllegalStateException(left + " does not go with " + right);
                    });
            EngineException failure = catchThrowableOfType(EngineException.class, broken::collect);
            assertThat(failure).hasRootCauseInstanceOf(IllegalStateException.class);
            Throwable root = failure;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            assertThat(root.getStackTrace()[0].getClassName()).contains("SortWriterJobTest");
            assertThat(root).hasMessageContaining("does not go with");
        }
    }

    @Test
    void nullKeysAndNullValuesAreCombined() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            List<Pair<String, String>> counted = cluster.session()
                    .range(0, 100)
                    .keyBy(SortWriterJobTest::nullForEven)
                    .mapValues(SortWriterJobTest::nullForEven)
                    .reduceByKey((left, right) -> left + "," + right)
                    .collect();
            assertThat(counted).hasSize(51);
            assertThat(counted)
                    .filteredOn(pair -> pair.key() == null)
                    .singleElement()
                    .satisfies(pair ->
                            assertThat(pair.value().split(",", -1)).hasSize(50).containsOnly("null"));
        }
    }

    @SuppressWarnings("NullAway") // null is a key like others
    private static String nullForEven(long number) {
        return number % 2 == 0 ? null : "n" + number;
    }
}
