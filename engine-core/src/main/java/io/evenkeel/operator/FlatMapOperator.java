package io.evenkeel.operator;

import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;

/** Any number of rows out for each row in: those of the iterable that the function gives, which may be endless. */
public record FlatMapOperator<I, O>(SerializableFunction<? super I, ? extends Iterable<? extends O>> function)
        implements Operator<I, O> {

    @Override
    public String name() {
        return "flatMap";
    }

    @Override
    public boolean seesPartitions() {
        return false;
    }

    @Override
    public Records<O> open(Records<I> input, TaskContext context) {
        return new FlatMapped<>(input, function);
    }

    private static final class FlatMapped<I, O> implements Records<O> {

        private final Records<I> input;
        private final SerializableFunction<? super I, ? extends Iterable<? extends O>> function;

        /** What the last input row gave and the sink did not take yet. */
        private Iterator<? extends O> pending = Collections.emptyIterator();

        FlatMapped(Records<I> input, SerializableFunction<? super I, ? extends Iterable<? extends O>> function) {
            this.input = input;
            this.function = function;
        }

        @Override
        public boolean tryAdvance(Sink<? super O> sink) throws Exception {
            while (!pending.hasNext()) {
                if (!input.tryAdvance(this::expand)) {
                    return false;
                }
            }
            sink.accept(pending.next());
            return true;
        }

        @Override
        public boolean forEachRemaining(Sink<? super O> sink) throws Exception {
            return drain(sink) && input.forEachRemaining(row -> expand(row) && drain(sink));
        }

        private boolean expand(I row) throws Exception {
            pending = function.apply(row).iterator();
            return true;
        }

        private boolean drain(Sink<? super O> sink) throws Exception {
            Iterator<? extends O> rows = pending;
            while (rows.hasNext()) {
                if (!sink.accept(rows.next())) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            pending = Collections.emptyIterator();
            input.close();
        }
    }
}
