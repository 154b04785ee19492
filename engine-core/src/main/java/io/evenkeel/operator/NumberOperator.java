package io.evenkeel.operator;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;

/**
 * Numbers rows, and makes new rows of number and row. The first row of a partition gets the partition's first number, each
 * further one the number before plus a step.
 */
public final class NumberOperator<I, O> implements Operator<I, O> {

    private final String name;
    private final long[] first;
    private final long step;
    private final long[] expected;
    private final SerializableBiFunction<Long, I, O> function;

    /**
     * Makes one.
     *
     * @param first the first number of each partition
     * @param expected how many rows each partition must have; empty where it does not matter
     */
    public NumberOperator(
            String name, long[] first, long step, long[] expected, SerializableBiFunction<Long, I, O> function) {
        this.name = name;
        this.first = first.clone();
        this.step = step;
        this.expected = expected.clone();
        this.function = function;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Records<O> open(Records<I> input, TaskContext context) {
        int partition = context.partition().value();
        return new Numbered<>(input, function, first[partition], step, expected.length == 0 ? -1 : expected[partition]);
    }

    private static final class Numbered<I, O> implements Records<O> {

        private final Records<I> input;
        private final SerializableBiFunction<Long, I, O> function;
        private final long step;
        private final long expected;
        private long number;
        private long rows;
        private boolean closed;

        Numbered(Records<I> input, SerializableBiFunction<Long, I, O> function, long first, long step, long expected) {
            this.input = input;
            this.function = function;
            this.number = first;
            this.step = step;
            this.expected = expected;
        }

        @Override
        public boolean tryAdvance(Sink<? super O> sink) throws Exception {
            return input.tryAdvance(row -> sink.accept(numbered(row))) || atEnd();
        }

        @Override
        public boolean forEachRemaining(Sink<? super O> sink) throws Exception {
            boolean toTheEnd = input.forEachRemaining(row -> sink.accept(numbered(row)));
            if (toTheEnd) {
                atEnd();
            }
            return toTheEnd;
        }

        private O numbered(I row) throws Exception {
            O made = function.apply(number, row);
            number += step;
            rows++;
            requireExpected(rows <= expected);
            return made;
        }

        private boolean atEnd() {
            requireExpected(closed || rows == expected);
            return false;
        }

        private void requireExpected(boolean isSo) {
            if (expected >= 0 && !isSo) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the rows to be numbered were " + expected + " when they were counted and are others now;"
                                + " persist() or checkpoint() rows that differ from one computation to the next");
            }
        }

        @Override
        public void close() throws IOException {
            closed = true;
            input.close();
        }
    }
}
