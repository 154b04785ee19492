package io.evenkeel.codec;

import static io.evenkeel.codec.HostileValues.anything;
import static io.evenkeel.codec.HostileValues.list;
import static io.evenkeel.codec.HostileValues.near;
import static io.evenkeel.codec.HostileValues.nearLong;
import static io.evenkeel.codec.HostileValues.text;

import io.evenkeel.codec.HostileValues.Weekday;
import io.evenkeel.record.Pair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;

/** Codecs of values that contain others, each under its contract. */
@SuppressWarnings({
    "NullAway", // null is a value of some codecs, and generics can't say so
    "ArrayRecordComponent" // such records are what is tested
})
class ObjectCodecsTest {

    private static final CodecRegistry REGISTRY = CodecRegistryTest.registry(Map.of());

    private record All(
            boolean flag,
            byte small,
            short number,
            char letter,
            int count,
            long total,
            String name,
            @Nullable Integer more,
            @Nullable Weekday day,
            @Nullable UUID id,
            int[] numbers,
            @Nullable All next) {}

    private record Measured(float share, double value, Object note) {}

    private record Empty() {}

    private static final class Point {
        private final int x;
        private final String name;
        private final List<Object> tags;

        Point(int x, String name, List<Object> tags) {
            this.x = x;
            this.name = name;
            this.tags = tags;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Point point && point.x == x && point.name.equals(name) && point.tags.equals(tags);
        }

        @Override
        public int hashCode() {
            return Objects.hash(x, name, tags);
        }
    }

    @Nested
    class Records extends ValuesContract<All> {
        Records() {
            super(
                    true,
                    null,
                    Records::make,
                    new All(false, (byte) 0, (short) 0, '\0', 0, 0, "", null, null, null, new int[0], null),
                    new All(
                            true,
                            (byte) -1,
                            (short) -1,
                            '\uffff',
                            -1,
                            -1,
                            "\ud800",
                            -1,
                            Weekday.TUE,
                            new UUID(1, 2),
                            new int[] {1},
                            make(new Random(1))));
        }

        private static All make(Random random) {
            return new All(
                    random.nextBoolean(),
                    (byte) near(random),
                    (short) near(random),
                    (char) near(random),
                    near(random),
                    nearLong(random),
                    text(random),
                    random.nextBoolean() ? null : near(random),
                    Weekday.MON,
                    new UUID(nearLong(random), 0),
                    new int[] {near(random)},
                    random.nextInt(3) > 0 ? null : make(random));
        }
    }

    @Nested
    class OpenRecords extends ValuesContract<Measured> {
        OpenRecords() {
            super(
                    false,
                    null,
                    random -> new Measured(random.nextFloat(), random.nextDouble(), text(random)),
                    new Measured(0f, -0.0, "x"),
                    new Measured(-0f, 0.0, "y"),
                    new Measured(Float.NaN, Double.NaN, ""));
        }
    }

    @Nested
    class EmptyRecords extends ValuesContract<Empty> {
        EmptyRecords() {
            super(true, null, random -> new Empty(), new Empty());
        }
    }

    @Nested
    class Pairs extends ValuesContract<Pair<String, Integer>> {
        Pairs() {
            super(
                    true,
                    null,
                    random -> Pair.of(random.nextInt(4) == 0 ? null : text(random), near(random)),
                    Pair.of("a", 1),
                    Pair.of(null, 1),
                    Pair.of("", null),
                    Pair.of(null, null));
        }
    }

    @Nested
    class PairsOfPairs extends ValuesContract<Pair<Pair<Weekday, Long>, Empty>> {
        PairsOfPairs() {
            super(
                    true,
                    null,
                    random -> Pair.of(Pair.of(Weekday.MON, nearLong(random)), new Empty()),
                    Pair.of(Pair.of(Weekday.TUE, 1L), new Empty()),
                    Pair.of(null, null),
                    Pair.of(Pair.of(null, null), null));
        }
    }

    @Nested
    class Lists extends ValuesContract<List<Object>> {
        Lists() {
            super(
                    false,
                    null,
                    random -> list(random, 2),
                    new ArrayList<>(List.of(1)),
                    List.of(),
                    List.of(1, 2),
                    List.of(1, "x"),
                    Arrays.asList(1, null),
                    List.of(Weekday.TUE, Weekday.MON),
                    List.of(Pair.of(1, 2), Pair.of(3, 4)),
                    List.of(new Empty(), new Empty()));
        }
    }

    @Nested
    class Sets extends ValuesContract<Set<Object>> {
        Sets() {
            super(
                    false,
                    null,
                    random -> new LinkedHashSet<>(List.of(text(random), near(random))),
                    new LinkedHashSet<>(List.of(1)),
                    Set.of(),
                    new LinkedHashSet<>(Arrays.asList(null, 1, "x")));
        }
    }

    @Nested
    class Maps extends ValuesContract<Map<Object, Object>> {
        Maps() {
            super(
                    false,
                    null,
                    random -> new LinkedHashMap<>(Map.of(text(random), anything(random, 1))),
                    new LinkedHashMap<>(Map.of(1, "a")),
                    Map.of(),
                    withNulls());
        }

        private static Map<Object, Object> withNulls() {
            Map<Object, Object> map = new HashMap<>();
            map.put(null, 1);
            map.put("k", null);
            return map;
        }
    }

    @Nested
    class Optionals extends ValuesContract<Optional<Object>> {
        Optionals() {
            super(
                    false,
                    null,
                    random -> Optional.of(anything(random, 1)),
                    Optional.of("x"),
                    Optional.empty(),
                    Optional.of(Optional.empty()));
        }
    }

    @Nested
    class Kryo extends ValuesContract<Point> {
        Kryo() {
            super(
                    false,
                    null,
                    random ->
                            new Point(near(random), text(random), new ArrayList<>(List.of(near(random), text(random)))),
                    new Point(1, "p", new ArrayList<>(List.of(1, "x"))),
                    new Point(0, "", new ArrayList<>()));
        }

        @Override
        protected boolean readsByItself() {
            return false;
        }
    }

    @Nested
    class Java extends ValuesContract<Map<String, Integer>> {

        private final CodecRegistry registry = CodecRegistryTest.registry(Map.of("evenkeel.serializer", "java"));

        Java() {
            super(
                    false,
                    null,
                    random -> new TreeMap<>(Map.of(text(random), near(random))),
                    new TreeMap<>(),
                    new TreeMap<>(Map.of("a", 1, "b", 2)));
        }

        @Override
        @SuppressWarnings("unchecked") // the codec of such a value
        protected Codec<Map<String, Integer>> codec() {
            return (Codec<Map<String, Integer>>) (Codec<?>) registry.forValue(edges().get(0));
        }

        @Override
        protected boolean readsByItself() {
            return false;
        }
    }

    @Nested
    class Tagged extends CodecContract<Object> {

        @Override
        protected Codec<Object> codec() {
            return REGISTRY.tagged();
        }

        @Override
        protected List<Object> edges() {
            return Arrays.asList(
                    null, 1, 1L, "", 0.0, -0.0, List.of(), Weekday.TUE, new Empty(), Pair.of(null, null), new String[] {
                        "a"
                    });
        }

        @Override
        protected Object random(Random random) {
            return anything(random, 2);
        }

        @Override
        protected boolean canonical() {
            return false;
        }
    }

    @Nested
    class None extends CodecContract<Object> {

        @Override
        protected Codec<Object> codec() {
            return REGISTRY.none();
        }

        @Override
        protected List<Object> edges() {
            return Arrays.asList(null, null);
        }

        @Override
        protected Object random(Random random) {
            return null;
        }

        @Override
        protected boolean canonical() {
            return true;
        }
    }
}
