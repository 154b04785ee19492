package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ByteSize;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.record.Pair;
import io.evenkeel.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows whose order is promised come in the same order whether memory was short or not, also where they are encoded in many
 * ways: what deals rows out by their places would else lose or double some when a map runs again (SPARK-23207).
 */
final class RowOrderTest {

    private static final int ROWS = 40_000;
    private static final ByteSize TIGHT = ByteSize.ofMib(64);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shuffle.manager=auto",
                "shuffle.manager=sort shuffle.sort.bypassMergeThreshold=0",
                "shuffle.manager=tungsten-sort shuffle.sort.bypassMergeThreshold=0",
                "shuffle.manager=hash",
                "shuffle.manager=hash shuffle.consolidateFiles=true"
            })
    void isTheSameWhetherMemoryWasShortOrNot(String writer) {
        Seeds.each("RowOrderTest#isTheSameWhetherMemoryWasShortOrNot", 1, seed -> {
            List<List<Object>> inMemory = results(writer, false, seed);
            List<List<Object>> spilled = results(writer, true, seed);
            for (int i = 0; i < inMemory.size(); i++) {
                assertThat(spilled.get(i).equals(inMemory.get(i)))
                        .as(
                                "order of result %d, %d rows, %d spilled",
                                i, inMemory.get(i).size(), spilled.get(i).size())
                        .isTrue();
                assertThat(inMemory.get(i)).hasSize(ROWS);
            }
        });
    }

    private List<List<Object>> results(String writer, boolean isTight, long seed) {
        List<String> settings = new ArrayList<>(List.of("evenkeel.shuffle.chunkSize", "1k"));
        for (String setting : writer.split(" ")) {
            settings.add("evenkeel." + setting.substring(0, setting.indexOf('=')));
            settings.add(setting.substring(setting.indexOf('=') + 1));
        }
        settings.addAll(List.of("evenkeel.memory.fraction", isTight ? "0.05" : "0.6"));
        InProcessCluster size = new InProcessCluster(1, 1, isTight ? TIGHT : TestCluster.PLENTY);
        try (TestCluster cluster = TestCluster.of(size, directory, settings.toArray(String[]::new))) {
            List<List<Object>> results = results(cluster.session(), seed);
            if (isTight) {
                assertThat(cluster.spills()).isGreaterThan(1);
            } else {
                assertThat(cluster.spills()).isZero();
            }
            return results;
        }
    }

    private static List<List<Object>> results(EngineSession session, long seed) {
        Dataset<Pair<Object, Object>> rows = session.range(0, ROWS).map(number -> {
            Random random = new Random(seed + number);
            return new Pair<>(any(random, number % 500), any(random, number));
        });
        Dataset<Pair<Object, Object>> placed =
                rows.mapToPair(row -> row).partitionByHash().withPartitions(6).map(pair -> pair);
        return List.of(
                List.copyOf(placed.collect()),
                List.copyOf(placed.repartition(7).collect()),
                List.copyOf(
                        rows.sortBy(row -> String.valueOf(row.key()).length()).collect()));
    }

    /** A value of one of seven kinds. */
    @SuppressWarnings("NullAway") // null is a value like others
    private static Object any(Random random, long number) {
        return switch (random.nextInt(7)) {
            case 0 -> null;
            case 1 -> (int) number;
            case 2 -> number;
            case 3 -> number / 2.0;
            case 4 -> "text " + number;
            case 5 -> List.of(number, "in a list");
            default -> new Pair<>(number, "in a pair");
        };
    }
}
