package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.storage.TurnTakingFiles;
import io.evenkeel.testing.MemoryDirectory;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SPARK-7308, SPARK-8029: two attempts of one map on one executor end at the same time, with their calls to the file
 * system in any order. Each output is whole and one attempt's own; of an attempt that gave up there is nothing. A writer's
 * test extends it.
 */
public abstract class ShuffleCommitRaceContract {

    private static final int REDUCERS = 3;

    @TempDir(factory = MemoryDirectory.class)
    Path root;

    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final List<TestRecord> first = ShuffleWriterContract.randomRecords(new Random(1), 40, REDUCERS, 30);
    private final List<TestRecord> second = ShuffleWriterContract.randomRecords(new Random(2), 50, REDUCERS, 30);

    protected abstract ShuffleWriterFactory factory();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void attemptsEndInAnyOrderOfTheirCalls() throws Exception {
        run("attemptsEndInAnyOrderOfTheirCalls", 200);
    }

    @Test
    @Tag("faults")
    void attemptsEndInVeryManyOrdersOfTheirCalls() throws Exception {
        run("attemptsEndInVeryManyOrdersOfTheirCalls", 20_000);
    }

    private void run(String method, int orders) throws Exception {
        TurnTakingFiles bothCommit = end(List.of(), false);
        TurnTakingFiles oneGivesUp = end(List.of(), true);
        Seeds.each(getClass().getSimpleName() + "#" + method, orders, seed -> {
            Random random = new Random(seed);
            boolean givesUp = random.nextInt(3) == 0;
            TurnTakingFiles calls = givesUp ? oneGivesUp : bothCommit;
            List<Boolean> order = new ArrayList<>(Collections.nCopies(calls.firstCalls(), true));
            order.addAll(Collections.nCopies(calls.secondCalls(), false));
            Collections.shuffle(order, random);
            end(order, givesUp);
        });
    }

    /** Ends both attempts, the calls in this order. */
    private TurnTakingFiles end(List<Boolean> order, boolean secondGivesUp) throws Exception {
        TurnTakingFiles turns = new TurnTakingFiles(order);
        ShuffleSettings settings = ShuffleBench.settings(Compression.LZ4, 512, 1024);
        try (ShuffleBench bench = new ShuffleBench(
                        root, factory(), REDUCERS, settings, ShuffleWriterContract.PLENTY, turns.files());
                Attempt one = bench.begin(0, 0);
                Attempt other = bench.begin(0, 1)) {
            one.writeAll(first);
            other.writeAll(second);
            Future<MapStatus> ofOne = threads.submit(turns.part(true, one::commit));
            Future<@Nullable MapStatus> ofOther = threads.submit(turns.part(false, () -> {
                if (secondGivesUp) {
                    other.abort(new IOException("on purpose"));
                    return null;
                }
                return other.commit();
            }));
            MapStatus status = ofOne.get();
            MapStatus otherStatus = ofOther.get();
            bench.read(List.of(status)).assertSame(Contents.of(0, first));
            if (otherStatus == null) {
                bench.assertOnlyFilesOf(status);
            } else {
                bench.read(List.of(otherStatus)).assertSame(Contents.of(0, second));
                bench.assertOnlyFilesOf(status, otherStatus);
            }
            assertThat(turns.firstCalls()).isPositive();
            return turns;
        }
    }
}
