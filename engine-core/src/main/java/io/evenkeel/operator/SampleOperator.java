package io.evenkeel.operator;

import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * The rows whose random number lies in a range. The numbers are the same for the same seed, partition and place in the
 * partition: two operators with one seed and ranges that do not overlap share no row.
 *
 * @param from the least number, 0 or more
 * @param to the number above the range, 1 or less
 */
public record SampleOperator<T>(String name, double from, double to, long seed) implements Operator<T, T> {

    @Override
    public Records<T> open(Records<T> input, TaskContext context) {
        return new Sampled<>(input, new SplittableRandom(mixed(seed, context)), from, to);
    }

    /** A seed for one partition. */
    static long mixed(long seed, TaskContext context) {
        return seed + (context.partition().value() + 1) * 0x9E3779B97F4A7C15L;
    }

    private static final class Sampled<T> implements Records<T> {

        private final Records<T> input;
        private final SplittableRandom random;
        private final double from;
        private final double to;
        private boolean taken;

        Sampled(Records<T> input, SplittableRandom random, double from, double to) {
            this.input = input;
            this.random = random;
            this.from = from;
            this.to = to;
        }

        private boolean isDrawn() {
            double number = random.nextDouble();
            return number >= from && number < to;
        }

        @Override
        public boolean tryAdvance(Sink<? super T> sink) throws Exception {
            taken = false;
            while (input.tryAdvance(row -> {
                taken = isDrawn();
                return !taken || sink.accept(row);
            })) {
                if (taken) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean forEachRemaining(Sink<? super T> sink) throws Exception {
            return input.forEachRemaining(row -> !isDrawn() || sink.accept(row));
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }
}
