package io.evenkeel.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.function.SerializableBiFunction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.junit.jupiter.api.Test;

final class CombinersTest {

    private static void assertKind(SerializableBiFunction<Long, Long, Long> function, LongCombiner.Kind kind) {
        assertThat(Combiners.recognise(function)).contains(kind);
        assertThat(Combiners.reducing(function)).isEqualTo(new LongCombiner<Long>(kind));
    }

    private static void assertUnknown(SerializableBiFunction<?, ?, ?> function) {
        assertThat(Combiners.recognise(function)).isEmpty();
    }

    @Test
    void recognisesReferencesToTheMethodsOfLong() {
        assertKind(Long::sum, LongCombiner.Kind.SUM);
        assertKind(Long::min, LongCombiner.Kind.MIN);
        assertKind(Long::max, LongCombiner.Kind.MAX);
        assertKind(Math::min, LongCombiner.Kind.MIN);
        assertKind(Math::max, LongCombiner.Kind.MAX);
    }

    @Test
    @SuppressWarnings("UnnecessaryLambda") // the subject of the test
    void takesNothingElseForOne() {
        SerializableBiFunction<Long, Long, Long> lambda = (a, b) -> a + b;
        SerializableBiFunction<Long, Long, Long> wrapped = (a, b) -> Long.sum(a, b);
        SerializableBiFunction<Long, Long, Long> exact = Math::addExact;
        SerializableBiFunction<Long, Long, Long> own = CombinersTest::sum;
        SerializableBiFunction<Integer, Integer, Integer> ints = Integer::sum;
        SerializableBiFunction<Integer, Integer, Integer> intMax = Math::max;
        SerializableBiFunction<Double, Double, Double> doubles = Double::sum;
        SerializableBiFunction<Integer, Integer, Long> widened = Long::sum;
        long captured = System.nanoTime();
        SerializableBiFunction<Long, Long, Long> capturing = (a, b) -> Math.max(a, Math.max(b, captured));
        assertUnknown(lambda);
        assertUnknown(wrapped);
        assertUnknown(exact);
        assertUnknown(own);
        assertUnknown(ints);
        assertUnknown(intMax);
        assertUnknown(doubles);
        assertUnknown(widened);
        assertUnknown(capturing);
        assertUnknown(new Sum());
        assertThat(Combiners.reducing(lambda)).isInstanceOf(ObjectCombiner.class);
    }

    private static long sum(long a, long b) {
        return a + b;
    }

    /** Has the method that serialisable lambdas have, and says that it is another function. */
    private static final class Sum implements SerializableBiFunction<Long, Long, Long> {

        @Override
        public Long apply(Long first, Long second) {
            return first * second;
        }

        @SuppressWarnings({"unused", "UnusedMethod"}) // looked for by name
        private Object writeReplace() {
            SerializableBiFunction<Long, Long, Long> other = Long::sum;
            return other;
        }
    }

    @Test
    void aReferenceThatWentThroughSerialisationIsStillRecognised() throws Exception {
        SerializableBiFunction<Long, Long, Long> sum = Long::sum;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sum);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(Combiners.recognise((SerializableBiFunction<?, ?, ?>) in.readObject()))
                    .contains(LongCombiner.Kind.SUM);
        }
    }

    @Test
    void overflowsAsTheJdkDoes() {
        assertThat(LongCombiner.Kind.SUM.merge(Long.MAX_VALUE, 1)).isEqualTo(Long.sum(Long.MAX_VALUE, 1));
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes", "NullAway"}) // values of a type that the compiler would refuse
    void aValueThatIsNoLongIsNeverCombinedSilently() throws Exception {
        Combiner raw = new LongCombiner<>(LongCombiner.Kind.SUM);
        assertThatThrownBy(() -> raw.add(1L, 2)).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> raw.create("x")).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> raw.add(1L, null)).isInstanceOf(NullPointerException.class);
        Combiner<Object, Long> counting = Combiners.counting();
        assertThat(counting.add(counting.create("x"), 3)).isEqualTo(2);
    }
}
