package io.evenkeel.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Records;
import io.evenkeel.record.RecordsContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Sources and narrow operators give the same rows however they are asked for them. */
class OperatorsTest {

    private static final List<Integer> ROWS = List.of(4, 0, 7, 3, 3, 12, 1, 9, 0, 5);

    /** An operator above a source that says whether it was closed. */
    private abstract static class OverRows<O> extends RecordsContract<O> {

        private int opened;
        private int closed;

        abstract Records<O> over(Records<Integer> rows, TaskContext task) throws Exception;

        @Override
        protected Records<O> open() throws Exception {
            opened++;
            return over(new IteratorRecords<>(ROWS.iterator(), () -> closed++), new RecordedTask(0, 0));
        }

        @Override
        protected void assertReleased() {
            assertThat(closed).as("sources closed").isEqualTo(opened);
        }
    }

    @Nested
    class Map extends OverRows<String> {

        @Override
        Records<String> over(Records<Integer> rows, TaskContext task) {
            return new MapOperator<Integer, String>("map", row -> "row " + row).open(rows, task);
        }

        @Override
        protected List<String> expected() {
            return ROWS.stream().map(row -> "row " + row).toList();
        }
    }

    @Nested
    class Filter extends OverRows<Integer> {

        @Override
        Records<Integer> over(Records<Integer> rows, TaskContext task) {
            return new FilterOperator<Integer>(row -> row % 2 == 1).open(rows, task);
        }

        @Override
        protected List<Integer> expected() {
            return ROWS.stream().filter(row -> row % 2 == 1).toList();
        }
    }

    /** Rows that give nothing stand first, in the middle and last. */
    @Nested
    class FlatMap extends OverRows<Integer> {

        private Stream<Integer> below(int row) {
            return row == 5 ? Stream.empty() : IntStream.range(0, row).boxed();
        }

        @Override
        Records<Integer> over(Records<Integer> rows, TaskContext task) {
            return new FlatMapOperator<Integer, Integer>(row -> below(row).toList()).open(rows, task);
        }

        @Override
        protected List<Integer> expected() {
            return ROWS.stream().flatMap(this::below).toList();
        }
    }

    @Nested
    class Chain extends OverRows<String> {

        @Override
        Records<String> over(Records<Integer> rows, TaskContext task) {
            Records<Integer> repeated =
                    new FlatMapOperator<Integer, Integer>(row -> Collections.nCopies(row, row)).open(rows, task);
            Records<Integer> large = new FilterOperator<Integer>(row -> row > 3).open(repeated, task);
            Records<Integer> twice = new FlatMapOperator<Integer, Integer>(row -> List.of(row, -row)).open(large, task);
            return new MapOperator<Integer, String>("map", String::valueOf).open(twice, task);
        }

        @Override
        protected List<String> expected() {
            List<String> expected = new ArrayList<>();
            for (int row : ROWS) {
                for (int i = 0; i < row && row > 3; i++) {
                    expected.add(String.valueOf(row));
                    expected.add(String.valueOf(-row));
                }
            }
            return expected;
        }
    }

    /** Rows that give nothing stand first, in the middle and last; some give null. */
    @Nested
    class MapMulti extends OverRows<Integer> {

        @Override
        Records<Integer> over(Records<Integer> rows, TaskContext task) {
            return new MapMultiOperator<Integer, Integer>(
                            (row, out) -> below(row).forEach(out))
                    .open(rows, task);
        }

        private static List<Integer> below(int row) {
            List<Integer> below = new ArrayList<>();
            for (int i = 0; i < row && row != 5; i++) {
                below.add(i == 2 ? null : i);
            }
            return below;
        }

        @Override
        protected List<Integer> expected() {
            List<Integer> expected = new ArrayList<>();
            ROWS.forEach(row -> expected.addAll(below(row)));
            return expected;
        }
    }

    @Nested
    class Sample extends OverRows<Integer> {

        @Override
        Records<Integer> over(Records<Integer> rows, TaskContext task) {
            return new SampleOperator<Integer>("sample", 0, 0.6, 11).open(rows, task);
        }

        @Override
        protected List<Integer> expected() {
            SplittableRandom random = new SplittableRandom(11 + 0x9E3779B97F4A7C15L);
            return ROWS.stream().filter(row -> random.nextDouble() < 0.6).toList();
        }
    }

    @Nested
    class Resample extends OverRows<Integer> {

        private List<Integer> given = List.of();

        @Override
        Records<Integer> over(Records<Integer> rows, TaskContext task) {
            return new ResampleOperator<Integer>(1.5, 3).open(rows, task);
        }

        @Override
        protected List<Integer> expected() {
            if (given.isEmpty()) {
                List<Integer> rows = new ArrayList<>();
                try (Records<Integer> records = over(new IteratorRecords<>(ROWS.iterator()), new RecordedTask(0, 0))) {
                    records.forEachRemaining(rows::add);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                assertThat(ROWS).containsAll(rows);
                assertThat(rows.size()).isGreaterThan(ROWS.size());
                given = rows;
            }
            return given;
        }
    }

    @Nested
    class Partition extends OverRows<String> {

        @Override
        Records<String> over(Records<Integer> rows, TaskContext task) throws Exception {
            return new PartitionOperator<Integer, String>("odd", (index, all) -> {
                        List<String> odd = new ArrayList<>();
                        all.forEachRemaining(row -> {
                            if (row % 2 == 1) {
                                odd.add(index + ":" + row);
                            }
                        });
                        return odd.iterator();
                    })
                    .open(rows, task);
        }

        @Override
        protected List<String> expected() {
            return ROWS.stream()
                    .filter(row -> row % 2 == 1)
                    .map(row -> "0:" + row)
                    .toList();
        }
    }

    @Nested
    class Numbered extends OverRows<String> {

        @Override
        Records<String> over(Records<Integer> rows, TaskContext task) {
            return new NumberOperator<Integer, String>(
                            "number", new long[] {5}, 3, new long[] {ROWS.size()}, (number, row) -> number + ":" + row)
                    .open(rows, task);
        }

        @Override
        protected List<String> expected() {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < ROWS.size(); i++) {
                expected.add((5 + 3 * i) + ":" + ROWS.get(i));
            }
            return expected;
        }
    }

    @Nested
    class Async extends OverRows<String> {

        @Override
        Records<String> over(Records<Integer> rows, TaskContext task) {
            return new AsyncMapOperator<Integer, String>(
                            row -> CompletableFuture.supplyAsync(() -> "row " + row), AsyncCalls.ordered(3))
                    .open(rows, task);
        }

        @Override
        protected List<String> expected() {
            return ROWS.stream().map(row -> "row " + row).toList();
        }
    }

    @Nested
    class Range extends RecordsContract<Long> {

        private final RangeSource source = new RangeSource(-10, 47, 3);

        @Override
        protected Records<Long> open() {
            return source.open(source.split(1), new RecordedTask(1, 0));
        }

        @Override
        protected List<Long> expected() {
            return Stream.iterate(9L, row -> row + 1).limit(19).toList();
        }
    }

    @Nested
    class SliceOfCollection extends RecordsContract<Integer> {

        private final RecordedTask task = new RecordedTask(1, 0);
        private final CollectionSource<Integer> source = CollectionSource.of(ROWS, 2, task.codecs());

        @Override
        protected Records<Integer> open() {
            return source.open(source.split(1), task);
        }

        @Override
        protected List<Integer> expected() {
            return ROWS.subList(5, 10);
        }
    }

    /** Lines come back, and nothing is left when the rest is not wanted; a program that fails says why. */
    @Test
    void aProgramIsGivenRowsAndItsLinesComeBack() throws Exception {
        List<String> lines = new ArrayList<>();
        try (Records<String> records = piped("tr", "0-9", "a-j")) {
            assertThat(records.tryAdvance(lines::add)).isTrue();
            records.forEachRemaining(lines::add);
        }
        assertThat(lines).containsExactly("e", "a", "h", "d", "d", "bc", "b", "j", "a", "f");
        try (Records<String> records = piped("sh", "-c", "cat >/dev/null; echo broken >&2; exit 7")) {
            assertThatThrownBy(() -> records.tryAdvance(line -> true))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("ended with code 7: broken");
        }
    }

    private static Records<String> piped(String... command) throws Exception {
        return new ProcessOperator<Integer>(List.of(command))
                .open(new IteratorRecords<>(ROWS.iterator()), new RecordedTask(0, 0));
    }

    @Test
    void rowsThatAreOthersThanWereCountedAreNotNumbered() throws Exception {
        for (long counted : new long[] {ROWS.size() - 1, ROWS.size() + 1}) {
            NumberOperator<Integer, Long> numbers =
                    new NumberOperator<>("number", new long[] {0}, 1, new long[] {counted}, (number, row) -> number);
            try (Records<Long> records = numbers.open(new IteratorRecords<>(ROWS.iterator()), new RecordedTask(0, 0))) {
                assertThatThrownBy(() -> records.forEachRemaining(row -> true))
                        .isInstanceOf(EngineException.class)
                        .hasMessageContaining("were " + counted + " when they were counted");
            }
        }
    }

    @Test
    void callsThatTakeTooLongFailAndNoMoreAreOutstandingThanMayBe() throws Exception {
        AtomicInteger outstanding = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AsyncMapOperator<Integer, Integer> counting = new AsyncMapOperator<>(
                row -> CompletableFuture.supplyAsync(() -> {
                    most.accumulateAndGet(outstanding.incrementAndGet(), Math::max);
                    outstanding.decrementAndGet();
                    return row;
                }),
                AsyncCalls.unordered(2));
        List<Integer> rows = new ArrayList<>();
        try (Records<Integer> records = counting.open(new IteratorRecords<>(ROWS.iterator()), new RecordedTask(0, 0))) {
            records.forEachRemaining(rows::add);
        }
        assertThat(rows).containsExactlyInAnyOrderElementsOf(ROWS);
        assertThat(most.get()).isBetween(1, 2);
        CompletableFuture<Integer> never = new CompletableFuture<>();
        AsyncMapOperator<Integer, Integer> waiting =
                new AsyncMapOperator<>(row -> never, AsyncCalls.ordered(1).withTimeout(Duration.ofMillis(20)));
        try (Records<Integer> records = waiting.open(new IteratorRecords<>(ROWS.iterator()), new RecordedTask(0, 0))) {
            assertThatThrownBy(() -> records.tryAdvance(row -> true)).hasMessageContaining("row 4 took longer");
        }
        assertThat(never).isCancelled();
    }

    @Test
    void oneRowOfAnEndlessFlatMapCanBePulled() throws Exception {
        List<Integer> rows = new ArrayList<>();
        try (Records<Integer> records = endless()) {
            assertThat(records.tryAdvance(rows::add)).isTrue();
            assertThat(records.forEachRemaining(row -> rows.add(row) && row < 4))
                    .isFalse();
        }
        assertThat(rows).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void aClosedFlatMapGivesNoMoreRows() throws Exception {
        Records<Integer> records = endless();
        records.tryAdvance(row -> true);
        records.close();
        assertThat(records.tryAdvance(row -> true)).isFalse();
    }

    private static Records<Integer> endless() {
        Records<Integer> one = new IteratorRecords<>(List.of(0).iterator());
        return new FlatMapOperator<Integer, Integer>(OperatorsTest::countingFrom).open(one, new RecordedTask(0, 0));
    }

    private static Iterable<Integer> countingFrom(int start) {
        return () -> {
            Iterator<Integer> endless = Stream.iterate(start, i -> i + 1).iterator();
            return endless;
        };
    }
}
