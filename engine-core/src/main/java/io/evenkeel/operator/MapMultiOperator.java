package io.evenkeel.operator;

import io.evenkeel.function.SerializableBiConsumer;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Any number of rows out for each row in: those that the function hands to a consumer. Rows are handed on at once where
 * rows are pushed; where they are pulled, or the taker says "enough", what one input row gives is kept.
 */
public record MapMultiOperator<I, O>(SerializableBiConsumer<? super I, ? super Consumer<O>> function)
        implements Operator<I, O> {

    @Override
    public String name() {
        return "mapMulti";
    }

    @Override
    public Records<O> open(Records<I> input, TaskContext context) {
        return new Multiplied<>(input, function);
    }

    private static final class Multiplied<I, O> implements Records<O> {

        private final Records<I> input;
        private final SerializableBiConsumer<? super I, ? super Consumer<O>> function;

        /** What the last input row gave and nobody took yet; wrapped, since rows may be null. */
        private final Deque<Optional<O>> pending = new ArrayDeque<>();

        Multiplied(Records<I> input, SerializableBiConsumer<? super I, ? super Consumer<O>> function) {
            this.input = input;
            this.function = function;
        }

        @Override
        public boolean tryAdvance(Sink<? super O> sink) throws Exception {
            Consumer<O> keep = this::keep;
            while (pending.isEmpty()) {
                if (!input.tryAdvance(row -> {
                    function.accept(row, keep);
                    return true;
                })) {
                    return false;
                }
            }
            sink.accept(row(pending.remove()));
            return true;
        }

        private void keep(O row) {
            pending.add(Optional.ofNullable(row));
        }

        @SuppressWarnings("NullAway") // rows may be null
        private static <O> O row(Optional<O> kept) {
            return kept.orElse(null);
        }

        @Override
        public boolean forEachRemaining(Sink<? super O> sink) throws Exception {
            while (!pending.isEmpty()) {
                if (!sink.accept(row(pending.remove()))) {
                    return false;
                }
            }
            Pushing<O> pushing = new Pushing<>(sink, this::keep);
            return input.forEachRemaining(row -> {
                function.accept(row, pushing);
                pushing.rethrow();
                return !pushing.enough;
            });
        }

        @Override
        public void close() throws IOException {
            pending.clear();
            input.close();
        }
    }

    /** Hands rows on, until the sink has enough or fails; what comes then is kept, or dropped after a failure. */
    private static final class Pushing<O> implements Consumer<O> {

        private final Sink<? super O> sink;
        private final Consumer<O> keep;
        private boolean enough;
        private Optional<Exception> failure = Optional.empty();

        Pushing(Sink<? super O> sink, Consumer<O> keep) {
            this.sink = sink;
            this.keep = keep;
        }

        @Override
        public void accept(O row) {
            if (failure.isPresent()) {
                return;
            }
            if (enough) {
                keep.accept(row);
                return;
            }
            try {
                enough = !sink.accept(row);
            } catch (Exception e) {
                failure = Optional.of(e);
            }
        }

        void rethrow() throws Exception {
            if (failure.isPresent()) {
                throw failure.get();
            }
        }
    }
}
