package io.evenkeel.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.record.Pair;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings({
    "NullAway", // null is a key like any other, and generics can't say so
    "ArrayRecordComponent", // such records are what is tested
    "JdkObsolete" // lists of several classes are wanted
})
class StructuralEqualityTest {

    private record Point(double x, float y) {}

    private record Words(String[] words, @Nullable Object more) {}

    private record Other(double x, float y) {}

    private record Lenient(String text) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Lenient same && same.text.length() == text.length();
        }

        @Override
        public int hashCode() {
            return text.length();
        }
    }

    private static class WithoutEquality {}

    @SuppressWarnings({"EqualsHashCode", "overrides"}) // what is tested
    private static final class OnlyEquals {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OnlyEquals;
        }
    }

    private static final class Coloured {
        private final TimeUnit unit = TimeUnit.DAYS;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Coloured same && same.unit == unit;
        }

        @Override
        public int hashCode() {
            return unit.hashCode();
        }
    }

    private static void same(@Nullable Object left, @Nullable Object right) {
        assertThat(StructuralEquality.equals(left, right))
                .as("%s equals %s", left, right)
                .isTrue();
        assertThat(StructuralEquality.equals(right, left))
                .as("%s equals %s", right, left)
                .isTrue();
        assertThat(StructuralHash.hash(left))
                .as("hash of %s and %s", left, right)
                .isEqualTo(StructuralHash.hash(right));
    }

    private static void different(@Nullable Object left, @Nullable Object right) {
        assertThat(StructuralEquality.equals(left, right))
                .as("%s equals %s", left, right)
                .isFalse();
        assertThat(StructuralEquality.equals(right, left))
                .as("%s equals %s", right, left)
                .isFalse();
        assertThat(StructuralHash.hash(left))
                .as("hash of %s and %s", left, right)
                .isNotEqualTo(StructuralHash.hash(right));
    }

    @Test
    void zerosAndNansAreOneAlsoWithin() {
        double otherNan = Double.longBitsToDouble(0x7ff8000000000123L);
        same(0.0, -0.0);
        same(0.0f, -0.0f);
        same(Double.NaN, otherNan);
        same(new double[] {0.0, Double.NaN}, new double[] {-0.0, otherNan});
        same(new float[] {-0.0f}, new float[] {0.0f});
        same(List.of(0.0), List.of(-0.0));
        same(Pair.of(-0.0, Double.NaN), Pair.of(0.0, otherNan));
        same(new Point(0.0, Float.NaN), new Point(-0.0, Float.intBitsToFloat(0x7fc00123)));
        same(Map.of("k", Set.of(-0.0)), Map.of("k", Set.of(0.0)));
        same(Optional.of(0.0), Optional.of(-0.0));
        different(0.0, Double.MIN_VALUE);
        different(new double[] {1}, new double[] {2});
    }

    @Test
    void numbersOfDifferentClassesAreDifferent() {
        assertThat(StructuralEquality.equals(5, 5L)).isFalse();
        assertThat(StructuralEquality.equals(5L, 5)).isFalse();
        assertThat(StructuralEquality.equals((short) 5, 5)).isFalse();
        assertThat(StructuralEquality.equals(5.0, 5.0f)).isFalse();
        different(5, 5L);
        different(null, 0);
        different(null, "");
        same(null, null);
        same(Integer.valueOf(100_000), Integer.parseInt("100000"));
    }

    @Test
    void collectionsAreWhatTheyContain() {
        same(new ArrayList<>(List.of(1, "x")), new Vector<>(List.of(1, "x")));
        same(Arrays.asList(1, null), new ArrayList<>(Arrays.asList(1, null)));
        different(List.of(1, 2), List.of(2, 1));
        different(List.of(1, 2), List.of(1, 2, 3));
        same(new LinkedHashSet<>(List.of(1, 2, 3)), new HashSet<>(List.of(3, 2, 1)));
        different(Set.of(1, 2), Set.of(1, 3));
        same(new TreeMap<>(Map.of("a", 1, "b", 2)), Map.of("b", 2, "a", 1));
        different(Map.of("a", 1, "b", 2), Map.of("a", 2, "b", 1));
        assertThat(StructuralEquality.equals(List.of(1), Set.of(1))).isFalse();
        same(new AbstractMap.SimpleEntry<>("k", TimeUnit.DAYS), Map.entry("k", TimeUnit.DAYS));
        different(Map.entry("k", 1), Map.entry("k", 2));
    }

    @Test
    void arraysAndRecordsAreTheirElements() {
        same(new int[] {1, 2}, new int[] {1, 2});
        same(new byte[] {1, 2}, new byte[] {1, 2});
        same(new boolean[] {true, false}, new boolean[] {true, false});
        different(new char[] {'a'}, new char[] {'b'});
        different(new long[] {1}, new long[] {1, 0});
        same(new Object[] {new int[] {1}, null}, new Object[] {new int[] {1}, null});
        different(new String[] {"a"}, new String[] {"b"});
        same(new Words(new String[] {"a"}, List.of()), new Words(new String[] {"a"}, new ArrayList<>()));
        different(new Words(new String[] {"a"}, 1), new Words(new String[] {"a"}, null));
        different(new Point(1, 2), new Other(1, 2));
        same(new Lenient("abc"), new Lenient("xyz"));
        different(TimeUnit.DAYS, TimeUnit.HOURS);
    }

    @Test
    void keysWithoutEqualityAreRefusedAlsoWithin() {
        Object key = new WithoutEquality();
        for (Object value : List.of(
                key,
                new OnlyEquals(),
                new Object[] {"a", key},
                List.of(List.of(key)),
                Pair.of("k", key),
                Optional.of(key),
                Map.of(1, key),
                Map.entry(key, 1),
                new Thread("never started"))) {
            assertThatThrownBy(() -> StructuralEquality.check(value))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_WITHOUT_EQUALITY))
                    .hasMessageContaining("can't be a key");
            assertThatThrownBy(() -> StructuralHash.hash(value)).hasMessageContaining("can't be a key");
        }
        assertThatThrownBy(() -> StructuralEquality.check(List.of(key)))
                .hasMessageContaining(WithoutEquality.class.getName());
        StructuralEquality.check(null);
        StructuralEquality.check(List.of(1, "x", Pair.of(null, new Lenient(""))));
    }

    /** SPARK-3847: the hash of an enum's constant differs between JVMs. */
    @Test
    void enumsAreHashedByNameAndRefusedWhereTheirHashCodeMayBeUsed() {
        assertThat(StructuralHash.hash(TimeUnit.DAYS)).isEqualTo(StructuralHashTest.HASH_OF_DAYS);
        assertThatThrownBy(() -> StructuralHash.hash(new Coloured()))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("TimeUnit")
                .hasMessageContaining("field unit");
    }
}
