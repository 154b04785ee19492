package io.evenkeel.operator;

import io.evenkeel.record.Detachable;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A sample with replacement: each row as often as a random number of mean {@code fraction} says, by the distribution of
 * Poisson. The same for the same seed, partition and place in the partition.
 */
public record ResampleOperator<T>(double fraction, long seed) implements Operator<T, T> {

    @Override
    public String name() {
        return "sample with replacement";
    }

    @Override
    public Records<T> open(Records<T> input, TaskContext context) {
        return new Resampled<>(input, new SplittableRandom(SampleOperator.mixed(seed, context)), fraction);
    }

    private static final class Resampled<T> implements Records<T> {

        private final Records<T> input;
        private final SplittableRandom random;
        private final double fraction;
        private @Nullable T row;
        private int left;

        Resampled(Records<T> input, SplittableRandom random, double fraction) {
            this.input = input;
            this.random = random;
            this.fraction = fraction;
        }

        /** Knuth's method in steps of a mean at most 16, so that the product does not vanish. */
        private int draw() {
            int drawn = 0;
            for (double mean = fraction; mean > 0; mean -= 16) {
                double limit = Math.exp(-Math.min(mean, 16));
                for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
                    drawn++;
                }
            }
            return drawn;
        }

        @Override
        @SuppressWarnings({"unchecked", "NullAway"}) // a copy is of the row's type, as users see it; rows may be null
        public boolean tryAdvance(Sink<? super T> sink) throws Exception {
            while (left == 0) {
                if (!input.tryAdvance(next -> {
                    left = draw();
                    row = left > 1 ? (T) Detachable.detach(next) : next;
                    return true;
                })) {
                    return false;
                }
            }
            left--;
            sink.accept(row);
            return true;
        }

        @Override
        @SuppressWarnings("NullAway") // rows may be null
        public boolean forEachRemaining(Sink<? super T> sink) throws Exception {
            if (!give(sink, row)) {
                return false;
            }
            return input.forEachRemaining(next -> {
                left = draw();
                row = next;
                return give(sink, next);
            });
        }

        private boolean give(Sink<? super T> sink, T next) throws Exception {
            while (left > 0) {
                left--;
                if (!sink.accept(next)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            left = 0;
            input.close();
        }
    }
}
