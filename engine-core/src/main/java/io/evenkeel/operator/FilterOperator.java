package io.evenkeel.operator;

import io.evenkeel.function.SerializablePredicate;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;

/** The rows that pass a test. */
public record FilterOperator<T>(SerializablePredicate<? super T> predicate) implements Operator<T, T> {

    @Override
    public String name() {
        return "filter";
    }

    @Override
    public boolean seesPartitions() {
        return false;
    }

    @Override
    public Records<T> open(Records<T> input, TaskContext context) {
        return new Filtered<>(input, predicate);
    }

    private static final class Filtered<T> implements Records<T> {

        private final Records<T> input;
        private final SerializablePredicate<? super T> predicate;

        /** Whether the row of the last pull went on to the sink. */
        private boolean passed;

        Filtered(Records<T> input, SerializablePredicate<? super T> predicate) {
            this.input = input;
            this.predicate = predicate;
        }

        @Override
        public boolean tryAdvance(Sink<? super T> sink) throws Exception {
            passed = false;
            Sink<T> tested = row -> {
                passed = predicate.test(row);
                return !passed || sink.accept(row);
            };
            while (input.tryAdvance(tested)) {
                if (passed) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean forEachRemaining(Sink<? super T> sink) throws Exception {
            return input.forEachRemaining(row -> !predicate.test(row) || sink.accept(row));
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }
}
