package io.evenkeel.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.aggregate.Combiners;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.MergeOperator;
import io.evenkeel.plan.MergeOperator.KeyedSide;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.RecordsContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of partitions where they lie is the same however it is asked for. */
class MergedRecordsTest {

    private static final List<Object> FIRST = pairs(0, 17, 5, "first ");
    private static final List<Object> SECOND = pairs(3, 20, 7, "second ");
    private static final List<Object> LARGE = pairs(0, 40, 6, "a value of some length ".repeat(40));

    private static List<Object> pairs(int from, int to, int keys, String prefix) {
        return IntStream.range(from, to)
                .<Object>mapToObj(i -> new Pair<>(i * 31 % keys, prefix + i))
                .toList();
    }

    private static KeyedSide side() {
        SerializableFunction<Object, Object> key = row -> ((Pair<?, ?>) row).key();
        SerializableFunction<Object, Object> value = row -> ((Pair<?, ?>) row).value();
        return new KeyedSide(key, value);
    }

    private abstract static class Merged extends RecordsContract<Object> {

        @TempDir
        Path root;

        private ReduceScene scene;
        private @Nullable List<Object> given;

        abstract MergeOperator operator();

        List<List<Object>> parts() {
            return List.of(FIRST, SECOND);
        }

        long memoryBytes() {
            return 4 << 20;
        }

        ReduceScene scene() {
            return scene;
        }

        @BeforeEach
        void prepare() throws Exception {
            scene = new ReduceScene(root, memoryBytes());
        }

        @AfterEach
        void remove() {
            scene.close();
        }

        @Override
        protected Records<Object> open() throws Exception {
            return new MapOperator<>("settle", row -> Objects.requireNonNull(Detachable.detach(row)))
                    .open(scene.merge(operator(), parts()), new RecordedTask(0, 0));
        }

        @Override
        protected void assertReleased() {
            scene.assertReleased();
        }

        /** In the order they come first, where none is promised. */
        List<Object> checked(List<Object> inAnyOrder) {
            if (given == null) {
                List<Object> rows = new ArrayList<>();
                try (Records<Object> records = open()) {
                    records.forEachRemaining(rows::add);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                assertThat(rows).containsExactlyInAnyOrderElementsOf(inAnyOrder);
                given = rows;
            }
            return given;
        }
    }

    @Nested
    class Zipped extends Merged {

        @Override
        MergeOperator operator() {
            return new MergeOperator.Zip();
        }

        @Override
        protected List<Object> expected() {
            return IntStream.range(0, FIRST.size())
                    .<Object>mapToObj(i -> new Pair<>(FIRST.get(i), SECOND.get(i)))
                    .toList();
        }

        @Test
        void unequalPartsAreRefused() throws Exception {
            try (Records<Object> records = scene().merge(operator(), List.of(FIRST, FIRST.subList(0, 4)))) {
                assertThatThrownBy(() -> records.forEachRemaining(row -> true))
                        .hasMessageContaining("right side ended after 4");
            }
        }
    }

    @Nested
    class ZippedByFunction extends Merged {

        @Override
        MergeOperator operator() {
            return new MergeOperator.ZipPartitions(ZippedByFunction::alternating);
        }

        private static Iterator<Object> alternating(Iterator<Object> left, Iterator<Object> right) {
            List<Object> rows = new ArrayList<>();
            while (left.hasNext() || right.hasNext()) {
                if (left.hasNext()) {
                    rows.add(left.next());
                }
                if (right.hasNext()) {
                    rows.add(right.next());
                }
            }
            return rows.iterator();
        }

        @Override
        protected List<Object> expected() {
            return IntStream.range(0, FIRST.size())
                    .boxed()
                    .flatMap(i -> List.of(FIRST.get(i), SECOND.get(i)).stream())
                    .toList();
        }
    }

    @Nested
    class Product extends Merged {

        @Override
        List<List<Object>> parts() {
            return List.of(FIRST.subList(0, 4), SECOND.subList(0, 3));
        }

        @Override
        MergeOperator operator() {
            return new MergeOperator.Cartesian();
        }

        @Override
        protected List<Object> expected() {
            List<Object> rows = new ArrayList<>();
            parts().get(0).forEach(left -> parts().get(1).forEach(right -> rows.add(new Pair<>(left, right))));
            return rows;
        }

        @Test
        void largePartsSpill() throws Exception {
            try (ReduceScene little = new ReduceScene(root, 12 << 10);
                    Records<Object> records = little.merge(operator(), List.of(FIRST.subList(0, 3), LARGE))) {
                List<Object> rows = new ArrayList<>();
                records.forEachRemaining(rows::add);
                assertThat(rows).hasSize(3 * LARGE.size());
                assertThat(rows.get(2 * LARGE.size() + 1)).isEqualTo(new Pair<>(FIRST.get(2), LARGE.get(1)));
                assertThat(little.spills()).isGreaterThan(1);
            }
        }
    }

    @Nested
    class Concatenated extends Merged {

        @Override
        List<List<Object>> parts() {
            return List.of(List.of(), FIRST.subList(0, 2), List.of(), SECOND.subList(0, 3), List.of());
        }

        @Override
        MergeOperator operator() {
            return new MergeOperator.Coalesce(1);
        }

        @Override
        protected List<Object> expected() {
            return parts().stream().flatMap(List::stream).toList();
        }
    }

    @Nested
    class JoinedInPlace extends Merged {

        @Override
        MergeOperator operator() {
            return new MergeOperator.ReduceInPlace(
                    new ReduceOperator.Join(JoinType.LEFT_OUTER), List.of(side(), side()));
        }

        @Override
        @SuppressWarnings("NullAway") // what is missing is null
        protected List<Object> expected() {
            List<Object> rows = new ArrayList<>();
            for (Object row : FIRST) {
                Pair<?, ?> left = (Pair<?, ?>) row;
                int before = rows.size();
                SECOND.stream()
                        .map(other -> (Pair<?, ?>) other)
                        .filter(right -> left.key().equals(right.key()))
                        .forEach(right -> rows.add(new Pair<>(left.key(), new Pair<>(left.value(), right.value()))));
                if (rows.size() == before) {
                    rows.add(new Pair<>(left.key(), new Pair<>(left.value(), null)));
                }
            }
            return checked(rows);
        }
    }

    @Nested
    class GroupedInPlace extends Merged {

        @Override
        List<List<Object>> parts() {
            return List.of(FIRST);
        }

        @Override
        MergeOperator operator() {
            return new MergeOperator.ReduceInPlace(new ReduceOperator.Group(), List.of(side()));
        }

        @Override
        protected List<Object> expected() {
            Map<Object, List<Object>> groups = new LinkedHashMap<>();
            FIRST.forEach(row -> groups.computeIfAbsent(((Pair<?, ?>) row).key(), key -> new ArrayList<>())
                    .add(((Pair<?, ?>) row).value()));
            List<Object> rows = new ArrayList<>();
            groups.forEach((key, values) -> rows.add(new Pair<>(key, values)));
            return checked(rows);
        }
    }

    @Nested
    class AggregatedInPlaceFromSpills extends Merged {

        private final List<Object> rows = pairs(0, 32, 27, "a value of some length ".repeat(40));

        @Override
        List<List<Object>> parts() {
            return List.of(rows);
        }

        private static String larger(String left, String right) {
            return left.compareTo(right) >= 0 ? left : right;
        }

        @Override
        long memoryBytes() {
            return 12 << 10;
        }

        @Override
        MergeOperator operator() {
            return new MergeOperator.ReduceInPlace(
                    new ReduceOperator.Aggregate(
                            Combiners.untyped(Combiners.<String>reducing((left, right) -> larger(left, right)))),
                    List.of(side()));
        }

        @Override
        protected List<Object> expected() {
            Map<Object, String> sums = new LinkedHashMap<>();
            rows.forEach(row -> sums.merge(
                    ((Pair<?, ?>) row).key(),
                    (String) ((Pair<?, ?>) row).value(),
                    AggregatedInPlaceFromSpills::larger));
            List<Object> expected = new ArrayList<>();
            sums.forEach((key, value) -> expected.add(new Pair<>(key, value)));
            List<Object> given = checked(expected);
            assertThat(scene().spills()).isGreaterThan(1);
            return given;
        }
    }
}
