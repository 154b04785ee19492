package io.evenkeel.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.aggregate.Combiners;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Groups;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.RecordsContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What reducers give is the same however they are asked for it, from memory and from spill files. Longer than most files,
 * since it has a contract for each kind of reducer, of few rows and of many.
 */
class ReduceRecordsTest {

    /** Less than the rows of {@link #MANY} take. */
    private static final long LITTLE = 12 << 10;

    private static final List<Pair<Integer, String>> FIRST = numbered(0, 17, 5, "first ");
    private static final List<Pair<Integer, String>> SECOND = numbered(3, 23, 7, "second ");

    private static final List<Pair<Integer, String>> MANY = numbered(0, 32, 6, "a value of some length ".repeat(40));

    private static List<Pair<Integer, String>> numbered(int from, int to, int keys, String prefix) {
        return IntStream.range(from, to)
                .mapToObj(i -> new Pair<>(i * 31 % keys, prefix + i))
                .toList();
    }

    /** A reducer's records; the order of keys, where none is promised, is what the first opening gives. */
    private abstract static class OfReducer extends RecordsContract<Object> {

        @TempDir
        Path root;

        private ReduceScene scene;
        private @Nullable List<Object> given;

        abstract void prepare(ReduceScene empty) throws Exception;

        abstract ReduceOperator operator();

        long memoryBytes() {
            return 4 << 20;
        }

        /** Values of a group are valid as long as the group is at hand. */
        Object settled(Object row) {
            return row;
        }

        ReduceScene scene() {
            return scene;
        }

        @BeforeEach
        void write() throws Exception {
            scene = new ReduceScene(root, memoryBytes());
            prepare(scene);
            List<Object> rows = new ArrayList<>();
            try (Records<Object> records = open()) {
                records.forEachRemaining(rows::add);
            }
            given = rows;
        }

        @AfterEach
        void remove() {
            scene.close();
        }

        @Override
        protected Records<Object> open() throws Exception {
            return new MapOperator<>("settle", this::settled).open(scene.open(operator()), new RecordedTask(0, 0));
        }

        @Override
        protected void assertReleased() {
            scene.assertReleased();
        }

        /** What the reducer gave when it was asked first. */
        List<Object> given() {
            if (given == null) {
                throw new IllegalStateException("nothing was prepared");
            }
            return given;
        }
    }

    @Nested
    class Rows extends OfReducer {

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(FIRST, List.of(), SECOND);
        }

        @Override
        ReduceOperator operator() {
            return new ReduceOperator.Rows();
        }

        @Override
        protected List<Object> expected() {
            return Stream.concat(FIRST.stream(), SECOND.stream())
                    .map(row -> (Object) row.value())
                    .toList();
        }
    }

    @Nested
    class Sorted extends OfReducer {

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(FIRST, SECOND);
        }

        @Override
        ReduceOperator operator() {
            return new ReduceOperator.Sort();
        }

        @Override
        protected List<Object> expected() {
            return Stream.concat(FIRST.stream(), SECOND.stream())
                    .sorted(Comparator.comparing(Pair::key))
                    .map(row -> (Object) row.value())
                    .toList();
        }
    }

    @Nested
    class SortedFromSpills extends Sorted {

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(MANY);
        }

        @Override
        long memoryBytes() {
            return LITTLE;
        }

        @Override
        protected List<Object> expected() {
            return MANY.stream()
                    .sorted(Comparator.comparing(Pair::key))
                    .map(row -> (Object) row.value())
                    .toList();
        }

        @Test
        void spills() {
            assertThat(given()).isEqualTo(expected());
            assertThat(scene().spills()).isGreaterThan(1);
        }
    }

    @Nested
    class Grouped extends OfReducer {

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(FIRST, SECOND);
        }

        @Override
        ReduceOperator operator() {
            return new ReduceOperator.Group();
        }

        @Override
        Object settled(Object row) {
            List<Object> values = new ArrayList<>();
            ((Iterable<?>) ((Pair<?, ?>) row).value()).forEach(values::add);
            return new Pair<>(((Pair<?, ?>) row).key(), values);
        }

        List<Pair<Integer, String>> written() {
            return Stream.concat(FIRST.stream(), SECOND.stream()).toList();
        }

        @Override
        protected List<Object> expected() {
            List<Object> given = given();
            assertThat(given).containsExactlyInAnyOrderElementsOf(pairs(groups(written())));
            return given;
        }
    }

    @Nested
    class GroupedFromSpills extends Grouped {

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(MANY);
        }

        @Override
        long memoryBytes() {
            return LITTLE;
        }

        @Override
        List<Pair<Integer, String>> written() {
            return MANY;
        }

        @Test
        void spills() {
            assertThat(given()).isEqualTo(expected());
            assertThat(scene().spills()).isGreaterThan(1);
        }
    }

    /** The map side was told of no combiner, so each value stands alone until the reducer combines them. */
    @Nested
    class Aggregated extends OfReducer {

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(FIRST, SECOND);
        }

        List<Pair<Integer, String>> written() {
            return Stream.concat(FIRST.stream(), SECOND.stream()).toList();
        }

        @Override
        ReduceOperator operator() {
            return new ReduceOperator.Aggregate(
                    Combiners.untyped(Combiners.<String>reducing((left, right) -> longest(left, right))));
        }

        private static String longest(String left, String right) {
            return Comparator.comparing(String::length)
                                    .thenComparing(Comparator.naturalOrder())
                                    .compare(left, right)
                            >= 0
                    ? left
                    : right;
        }

        @Override
        protected List<Object> expected() {
            List<Object> given = given();
            Map<Object, String> largest = new LinkedHashMap<>();
            written().forEach(row -> largest.merge(row.key(), row.value(), Aggregated::longest));
            List<Object> pairs = new ArrayList<>();
            largest.forEach((key, value) -> pairs.add(new Pair<>(key, value)));
            assertThat(given).containsExactlyInAnyOrderElementsOf(pairs);
            return given;
        }
    }

    @Nested
    class AggregatedFromSpills extends Aggregated {

        private static final List<Pair<Integer, String>> DISTINCT =
                numbered(0, 32, 27, "a value of some length ".repeat(40));

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(DISTINCT);
        }

        @Override
        List<Pair<Integer, String>> written() {
            return DISTINCT;
        }

        @Override
        long memoryBytes() {
            return LITTLE;
        }

        @Test
        void spills() {
            assertThat(given()).isEqualTo(expected());
            assertThat(scene().spills()).isGreaterThan(1);
        }
    }

    /** Keys of one side only and null keys stand on both sides. */
    private abstract static class Joined extends OfReducer {

        abstract JoinType type();

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(left()).shuffle(right());
        }

        List<Pair<Integer, String>> left() {
            return withNulls(FIRST, "left without key ");
        }

        List<Pair<Integer, String>> right() {
            return withNulls(SECOND, "right without key ");
        }

        @SuppressWarnings("NullAway") // null is a key like others
        private static List<Pair<Integer, String>> withNulls(List<Pair<Integer, String>> rows, String prefix) {
            List<Pair<Integer, String>> all = new ArrayList<>(rows);
            all.add(new Pair<>(null, prefix + 1));
            all.add(new Pair<>(null, prefix + 2));
            return all;
        }

        @Override
        ReduceOperator operator() {
            return new ReduceOperator.Join(type());
        }

        private boolean matches(Pair<Integer, String> row, List<Pair<Integer, String>> others) {
            return (row.key() != null || type() == JoinType.SUBTRACT)
                    && others.stream().anyMatch(other -> Objects.equals(other.key(), row.key()));
        }

        /** Written anew, loop by loop, from what SQL says. */
        @SuppressWarnings("NullAway") // what is missing is null
        private List<Object> joined() {
            List<Object> rows = new ArrayList<>();
            for (Pair<Integer, String> row : left()) {
                boolean matched = matches(row, right());
                switch (type()) {
                    case SEMI -> rows.addAll(matched ? List.of(row) : List.of());
                    case ANTI, SUBTRACT -> rows.addAll(matched ? List.of() : List.of(row));
                    case INNER, RIGHT_OUTER, LEFT_OUTER, FULL_OUTER -> {
                        if (matched) {
                            right().stream()
                                    .filter(other -> Objects.equals(other.key(), row.key()))
                                    .forEach(other ->
                                            rows.add(new Pair<>(row.key(), new Pair<>(row.value(), other.value()))));
                        } else if (type() == JoinType.LEFT_OUTER || type() == JoinType.FULL_OUTER) {
                            rows.add(new Pair<>(row.key(), new Pair<>(row.value(), null)));
                        }
                    }
                }
            }
            if (type() == JoinType.RIGHT_OUTER || type() == JoinType.FULL_OUTER) {
                right().stream()
                        .filter(row -> !matches(row, left()))
                        .forEach(row -> rows.add(new Pair<>(row.key(), new Pair<>(null, row.value()))));
            }
            return rows;
        }

        @Override
        protected List<Object> expected() {
            List<Object> given = given();
            assertThat(given).containsExactlyInAnyOrderElementsOf(joined());
            return given;
        }
    }

    @Nested
    class InnerJoined extends Joined {

        @Override
        JoinType type() {
            return JoinType.INNER;
        }
    }

    @Nested
    class LeftOuterJoined extends Joined {

        @Override
        JoinType type() {
            return JoinType.LEFT_OUTER;
        }
    }

    @Nested
    class RightOuterJoined extends Joined {

        @Override
        JoinType type() {
            return JoinType.RIGHT_OUTER;
        }
    }

    @Nested
    class FullOuterJoined extends Joined {

        @Override
        JoinType type() {
            return JoinType.FULL_OUTER;
        }
    }

    @Nested
    class SemiJoined extends Joined {

        @Override
        JoinType type() {
            return JoinType.SEMI;
        }
    }

    @Nested
    class AntiJoined extends Joined {

        @Override
        List<Pair<Integer, String>> right() {
            return super.right().subList(0, 3);
        }

        @Override
        JoinType type() {
            return JoinType.ANTI;
        }
    }

    @Nested
    class Subtracted extends Joined {

        @Override
        List<Pair<Integer, String>> right() {
            return super.right().subList(0, 3);
        }

        @Override
        JoinType type() {
            return JoinType.SUBTRACT;
        }
    }

    @Nested
    class FullOuterJoinedFromSpills extends FullOuterJoined {

        @Override
        List<Pair<Integer, String>> left() {
            return MANY;
        }

        @Override
        List<Pair<Integer, String>> right() {
            return MANY.subList(3, 20);
        }

        @Override
        long memoryBytes() {
            return LITTLE;
        }

        @Test
        void spills() {
            assertThat(given()).isEqualTo(expected());
            assertThat(scene().spills()).isGreaterThan(1);
        }
    }

    @Nested
    class Cogrouped extends OfReducer {

        @Override
        void prepare(ReduceScene empty) throws Exception {
            empty.shuffle(FIRST).shuffle(SECOND).shuffle(List.of()).shuffle(FIRST.subList(0, 3));
        }

        @Override
        ReduceOperator operator() {
            return new ReduceOperator.Cogroup(4);
        }

        @Override
        Object settled(Object row) {
            return Objects.requireNonNull(Detachable.detach(row));
        }

        @Override
        protected List<Object> expected() {
            Map<Object, List<Object>> first = groups(FIRST);
            Map<Object, List<Object>> second = groups(SECOND);
            Map<Object, List<Object>> fourth = groups(FIRST.subList(0, 3));
            Set<Object> keys = new LinkedHashSet<>(first.keySet());
            keys.addAll(second.keySet());
            List<Object> expected = new ArrayList<>();
            for (Object key : keys) {
                expected.add(new Pair<>(
                        key,
                        new Groups.OfFour<>(
                                first.getOrDefault(key, List.of()),
                                second.getOrDefault(key, List.of()),
                                List.of(),
                                fourth.getOrDefault(key, List.of()))));
            }
            List<Object> given = given();
            assertThat(given).containsExactlyInAnyOrderElementsOf(expected);
            return given;
        }
    }

    private static Map<Object, List<Object>> groups(List<Pair<Integer, String>> rows) {
        Map<Object, List<Object>> groups = new LinkedHashMap<>();
        rows.forEach(row ->
                groups.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row.value()));
        return groups;
    }

    private static List<Object> pairs(Map<Object, List<Object>> groups) {
        List<Object> pairs = new ArrayList<>();
        groups.forEach((key, values) -> pairs.add(new Pair<>(key, values)));
        return pairs;
    }
}
