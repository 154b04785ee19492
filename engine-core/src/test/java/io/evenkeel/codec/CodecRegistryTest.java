package io.evenkeel.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.record.Pair;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings({
    "NullAway", // null is a value that codecs take, and generics can't say so
    "ArrayRecordComponent" // such records are what is tested
})
class CodecRegistryTest {

    private final CodecRegistry registry = registry(Map.of());

    static CodecRegistry registry(Map<String, String> settings) {
        ClassLoader loader = CodecRegistryTest.class.getClassLoader();
        return new CodecRegistry(loader, CodecSettings.from(Configuration.of(settings)));
    }

    private record Order(
            String customer,
            int items,
            double price,
            TimeUnit unit,
            @Nullable LocalDate day) {}

    private record Tree(
            @Nullable Tree left, String name, @Nullable Tree right) {}

    private record Ping(@Nullable Pong pong, double weight) {}

    private record Pong(@Nullable Ping ping, String text) {}

    private record Page(Page[] children, String[] words, int[][] numbers) {}

    private record Box<T>(T content) {}

    private record Unit() {}

    private record OwnEquality(String text) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OwnEquality same && same.text.equalsIgnoreCase(text);
        }

        @Override
        public int hashCode() {
            return text.toLowerCase(Locale.ROOT).hashCode();
        }
    }

    private static final class Plain {
        private int number;
        private String text = "";

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Plain same && same.number == number && same.text.equals(text);
        }

        @Override
        public int hashCode() {
            return number + text.hashCode();
        }
    }

    /** Has a field that a collection serialiser would lose. */
    private static final class NamedList extends ArrayList<Object> {
        private String name = "";

        String name() {
            return name;
        }
    }

    private Object roundTrip(Codec<Object> codec, Object value) {
        ByteWriter out = new ByteWriter(16);
        codec.write(value, out);
        ByteReader in = new ByteReader(out.toByteArray());
        Object read = registry.fromDescriptor(codec.descriptor()).read(in);
        assertThat(in.remaining()).isZero();
        in.reset(out.array(), 0, out.position());
        codec.skip(in);
        assertThat(in.remaining()).isZero();
        return read;
    }

    private Object roundTrip(Object value) {
        Object tagged = roundTrip(registry.tagged(), value);
        Object direct = roundTrip(registry.forValue(value), value);
        assertThat(direct).usingRecursiveComparison().isEqualTo(tagged);
        assertThat(direct).hasSameClassAs(tagged);
        return direct;
    }

    @Test
    void recordsKeepTheirComponents() {
        Order order = new Order("Ann", 3, -0.0, TimeUnit.DAYS, null);
        assertThat(roundTrip(order)).isEqualTo(order);
        assertThat(roundTrip(new Unit())).isEqualTo(new Unit());
        assertThat(registry.forValue(order).canonical())
                .as("a double has two zeros")
                .isFalse();
        assertThat(registry.forValue(new Tree(null, "", null)).canonical()).isTrue();
        assertThat(registry.forValue(new OwnEquality("a")).canonical()).isFalse();
    }

    @Test
    void recordsMayContainThemselvesAndEachOther() {
        Tree tree = new Tree(new Tree(null, "l", null), "root", new Tree(new Tree(null, "rl", null), "r", null));
        assertThat(roundTrip(tree)).isEqualTo(tree);
        Ping ping = new Ping(new Pong(new Ping(null, 2), "x"), 1);
        assertThat(roundTrip(ping)).isEqualTo(ping);
        assertThat(registry.forValue(ping).canonical()).isFalse();
        assertThat(registry.forValue(new Pong(null, "")).canonical()).isFalse();
        Page page = new Page(
                new Page[] {new Page(new Page[0], new String[] {"a"}, new int[0][])},
                new String[0],
                new int[][] {{1}, {2, 3}});
        assertThat(roundTrip(page)).usingRecursiveComparison().isEqualTo(page);
        assertThat(registry.forValue(page).canonical()).isTrue();
    }

    @Test
    void componentsOfAnyClassTakeTheCodecOfTheFirstValue() {
        Codec<Object> codec = registry.forValue(Pair.of("a", 1));
        assertThat(codec.canonical()).isTrue();
        assertThat(codec.accepts(Pair.of("b", null))).isTrue();
        assertThat(codec.accepts(Pair.of("b", 1L))).isFalse();
        assertThat(roundTrip(codec, Pair.of(null, 7))).isEqualTo(Pair.of(null, 7));
        assertThat(registry.forValue(Pair.of("a", 1))).isSameAs(codec);
        Object nested = new Box<>(new Box<>(new Box<>(new Box<>(new Box<>(new Box<>(List.of("deep")))))));
        assertThat(roundTrip(nested)).isEqualTo(nested);
        assertThat(roundTrip(Pair.of(null, null))).isEqualTo(Pair.of(null, null));
    }

    @Test
    void collectionsKeepElementsAndOrder() {
        List<Object> values = Arrays.asList(
                "a", 1, null, 2.5, List.of(1, 2), Set.of(TimeUnit.DAYS), new Order("", 0, 1, TimeUnit.HOURS, null));
        assertThat(roundTrip(values)).isEqualTo(values).isExactlyInstanceOf(ArrayList.class);
        Map<Object, Object> map = new HashMap<>();
        map.put(null, new BigDecimal("1.50"));
        map.put(new Unit(), null);
        assertThat(roundTrip(map)).isEqualTo(map);
        assertThat(roundTrip(Optional.of(List.of()))).isEqualTo(Optional.of(List.of()));
        assertThat(roundTrip(Optional.empty())).isEqualTo(Optional.empty());
        assertThat(roundTrip(new Object[] {1, null, "x"})).isEqualTo(new Object[] {1, null, "x"});
        assertThat(roundTrip(new Number[] {1, 2L}))
                .isEqualTo(new Number[] {1, 2L})
                .isInstanceOf(Number[].class);
    }

    @Test
    void classesOfTheirOwnKeepTheirClassAndTheirFields() {
        TreeMap<String, Integer> sorted = new TreeMap<>(Map.of("a", 1));
        assertThat(roundTrip(sorted)).isEqualTo(sorted);
        Plain plain = new Plain();
        plain.number = 5;
        plain.text = "five";
        assertThat(roundTrip(plain)).isEqualTo(plain);
        NamedList list = new NamedList();
        list.name = "kept";
        list.add("x");
        assertThat(roundTrip(list))
                .isEqualTo(list)
                .extracting(kept -> ((NamedList) kept).name())
                .isEqualTo("kept");
    }

    @Test
    void valueThatCannotBeSerialisedIsNamed() {
        Thread thread = new Thread("never started");
        assertThatThrownBy(() -> roundTrip(registry.tagged(), thread))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_NOT_SERIALIZABLE))
                .hasMessageContaining("java.lang.Thread");
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        assertThatThrownBy(() -> roundTrip(registry.tagged(), itself))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_NOT_SERIALIZABLE));
    }
}
