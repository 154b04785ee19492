package io.evenkeel.shuffle.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.shuffle.Contents;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleWriterContract;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.TestRecord;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ConsolidatedShuffleWriterTest extends ShuffleWriterContract {

    @Override
    protected boolean spillsLargeRecords() {
        return false;
    }

    @Override
    protected ShuffleWriterFactory factory() {
        return new Consolidating();
    }

    @Override
    protected int filesOf(int reducers) {
        return reducers + 1;
    }

    @Override
    protected int mostReducers() {
        return 2_000;
    }

    @Override
    protected int usualReducers() {
        return 60;
    }

    @Test
    void tasksOfASlotShareTheirFiles() throws IOException {
        try (ShuffleBench bench = bench(10, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
            Contents expected = new Contents();
            List<MapStatus> outputs = new ArrayList<>();
            for (int map = 0; map < 20; map++) {
                List<TestRecord> records = randomRecords(new Random(map), 500, 10, 50);
                outputs.add(bench.write(map, 0, records));
                expected.addAll(Contents.of(map, records));
            }
            assertThat(bench.groups()).isEqualTo(1);
            assertThat(bench.filesNow()).hasSize(10 + 20);
            bench.assertOnlyFilesOf(outputs.toArray(MapStatus[]::new));
            bench.read(outputs).assertSame(expected);
        }
    }

    @Test
    void tasksAtTheSameTimeHaveGroupsOfTheirOwn() throws IOException {
        try (ShuffleBench bench = bench(4, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
            List<TestRecord> records = randomRecords(new Random(1), 500, 4, 50);
            MapStatus first;
            MapStatus second;
            try (Attempt one = bench.begin(0, 0);
                    Attempt other = bench.begin(1, 0)) {
                one.writeAll(records);
                other.writeAll(records);
                first = one.commit();
                second = other.commit();
            }
            assertThat(bench.groups()).isEqualTo(2);
            bench.assertOnlyFilesOf(first, second);
            Contents expected = Contents.of(0, records);
            expected.addAll(Contents.of(1, records));
            bench.read(List.of(first, second)).assertSame(expected);
        }
    }

    /** An aborted task made files that were not there before and appended to others. */
    @Test
    void anAbortedTaskLeavesTheFilesAsTheyWere() throws IOException {
        try (ShuffleBench bench = bench(6, Compression.LZ4, 160 << 10, FaultyBlockFiles.counting())) {
            List<TestRecord> records = randomRecords(new Random(2), 2_000, 3, 100);
            MapStatus kept = bench.write(0, 0, records);
            try (Attempt task = bench.begin(1, 0)) {
                task.writeAll(randomRecords(new Random(3), 10_000, 6, 100));
                assertThat(task.spills()).isPositive();
                assertThatThrownBy(() -> bench.assertOnlyFilesOf(kept)).isInstanceOf(AssertionError.class);
                bench.read(List.of(kept)).assertSame(Contents.of(0, records));
                task.abort(new IOException("lost"));
            }
            bench.assertOnlyFilesOf(kept);
            assertThat(bench.groups()).isEqualTo(1);
        }
    }

    /** A cancelled task's thread is interrupted, and an interrupted thread can't use a channel. */
    @Test
    void anInterruptedTaskLeavesTheFilesAsTheyWere() throws IOException {
        try (ShuffleBench bench = bench(6, Compression.LZ4, 160 << 10, FaultyBlockFiles.counting())) {
            List<TestRecord> records = randomRecords(new Random(4), 2_000, 6, 100);
            MapStatus kept = bench.write(0, 0, records);
            try (Attempt task = bench.begin(1, 0)) {
                task.writeAll(randomRecords(new Random(5), 10_000, 6, 100));
                assertThat(task.spills()).isPositive();
                IOException cause = new IOException("cancelled");
                Thread.currentThread().interrupt();
                task.abort(cause);
                assertThat(Thread.interrupted()).isTrue();
                assertThat(cause.getSuppressed()).isEmpty();
            }
            bench.assertOnlyFilesOf(kept);
        }
    }

    @Test
    void filesGoWithTheLastOutputInThem() throws IOException {
        try (ShuffleBench bench = bench(3, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
            List<TestRecord> records = randomRecords(new Random(6), 500, 3, 50);
            MapStatus first = bench.write(0, 0, records);
            MapStatus second = bench.write(1, 0, records);
            bench.drop(first);
            try (Attempt task = bench.begin(2, 0)) {
                task.writeAll(records);
                bench.drop(second);
                assertThat(bench.filesNow()).as("a task writes to them").hasSize(3);
                MapStatus third = task.commit();
                bench.read(List.of(third)).assertSame(Contents.of(2, records));
                bench.drop(third);
                bench.drop(third);
            }
            assertThat(bench.filesNow()).isEmpty();
            assertThat(bench.groups()).isZero();
        }
    }

    @Test
    void aTaskThatCannotStartGivesItsGroupBack() throws IOException {
        try (ShuffleBench bench = bench(5, Compression.ZSTD, 10_000, FaultyBlockFiles.counting());
                Attempt task = bench.begin(0, 0)) {
            assertThatThrownBy(task::writer)
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("evenkeel.memory.fraction");
            assertThat(bench.groups()).isZero();
            assertThat(bench.filesNow()).isEmpty();
        }
    }

    /** Any number of attempts at a time, begun, committed, aborted and dropped in any order, against a picture in memory. */
    @Test
    void anyCourseOfTasksGivesTheirRowsAndLeavesNothing() {
        Seeds.each("ConsolidatedShuffleWriterTest#anyCourseOfTasksGivesTheirRowsAndLeavesNothing", 6, seed -> {
            Random random = new Random(seed);
            int reducers = 1 + random.nextInt(8);
            try (ShuffleBench bench = bench(reducers, Compression.LZ4, PLENTY, FaultyBlockFiles.counting())) {
                Map<Integer, Attempt> running = new HashMap<>();
                Map<Integer, List<TestRecord>> written = new HashMap<>();
                List<MapStatus> committed = new ArrayList<>();
                int most = 0;
                for (int step = 0; step < 100; step++) {
                    int map = step;
                    if (running.size() < 3 && random.nextInt(3) > 0) {
                        Attempt task = bench.begin(map, random.nextInt(3));
                        List<TestRecord> records = randomRecords(random, random.nextInt(400), reducers, 80);
                        task.writer();
                        task.writeAll(records);
                        running.put(map, task);
                        written.put(map, records);
                        most = Math.max(most, running.size());
                    } else if (!running.isEmpty() && random.nextInt(3) > 0) {
                        Integer ended = List.copyOf(running.keySet()).get(random.nextInt(running.size()));
                        try (Attempt task = Objects.requireNonNull(running.remove(ended))) {
                            if (random.nextInt(3) > 0) {
                                committed.add(task.commit());
                            } else {
                                task.abort(new IOException("lost"));
                            }
                        }
                    } else if (!committed.isEmpty()) {
                        bench.drop(committed.remove(random.nextInt(committed.size())));
                    }
                    assertThat(bench.groups()).isLessThanOrEqualTo(most);
                    if (step % 10 == 9) {
                        for (MapStatus output : committed) {
                            int of = output.map().value();
                            bench.read(List.of(output))
                                    .assertSame(Contents.of(of, written.getOrDefault(of, List.of())));
                        }
                    }
                }
                for (Attempt task : running.values()) {
                    task.abort(new IOException("the session ends"));
                    task.close();
                }
                for (MapStatus output : committed) {
                    bench.drop(output);
                }
                assertThat(bench.groups()).isZero();
                assertThat(bench.filesNow()).isEmpty();
            }
        });
    }
}
