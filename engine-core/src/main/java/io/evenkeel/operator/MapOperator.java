package io.evenkeel.operator;

import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;

/** One row out for each row in. */
public record MapOperator<I, O>(String name, SerializableFunction<? super I, ? extends O> function)
        implements Operator<I, O> {

    @Override
    public boolean seesPartitions() {
        return false;
    }

    @Override
    public Records<O> open(Records<I> input, TaskContext context) {
        return new Mapped<>(input, function);
    }

    private record Mapped<I, O>(Records<I> input, SerializableFunction<? super I, ? extends O> function)
            implements Records<O> {

        @Override
        public boolean tryAdvance(Sink<? super O> sink) throws Exception {
            return input.tryAdvance(row -> sink.accept(function.apply(row)));
        }

        @Override
        public boolean forEachRemaining(Sink<? super O> sink) throws Exception {
            return input.forEachRemaining(row -> sink.accept(function.apply(row)));
        }

        /** The function, which gives a row for each, is not called for these. */
        @Override
        public long skip(long most) throws Exception {
            return input.skip(most);
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }
}
