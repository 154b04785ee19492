package io.evenkeel.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Records;
import io.evenkeel.record.RecordsContract;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
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

        abstract Records<O> over(Records<Integer> rows, TaskContext task);

        @Override
        protected Records<O> open() {
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
