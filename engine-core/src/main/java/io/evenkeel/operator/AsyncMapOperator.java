package io.evenkeel.operator;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One row out for each row in, from a function that answers later. */
public record AsyncMapOperator<I, O>(
        SerializableFunction<? super I, ? extends CompletionStage<? extends O>> function, AsyncCalls calls)
        implements Operator<I, O> {

    @Override
    public String name() {
        return "mapAsync";
    }

    @Override
    public Records<O> open(Records<I> input, TaskContext context) {
        return new Called<>(input, function, calls, context);
    }

    /** A call that was made. The answer is set by any thread, before the call is put among those that are done. */
    private static final class Call<O> {

        private final String row;
        private final long deadlineNanos;
        private final CompletionStage<? extends O> stage;
        private volatile boolean done;
        private @Nullable O answer;
        private @Nullable Throwable failure;

        Call(String row, long deadlineNanos, CompletionStage<? extends O> stage) {
            this.row = row;
            this.deadlineNanos = deadlineNanos;
            this.stage = stage;
        }
    }

    /** Confined to the task's thread, but for the queue of calls that are done. */
    private static final class Called<I, O> implements Records<O> {

        private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
        private static final int ROW_LENGTH = 200;

        private final Records<I> input;
        private final SerializableFunction<? super I, ? extends CompletionStage<? extends O>> function;
        private final AsyncCalls calls;
        private final TaskContext context;
        private final Deque<Call<O>> outstanding = new ArrayDeque<>();
        private final LinkedBlockingQueue<Call<O>> done = new LinkedBlockingQueue<>();
        private boolean atEnd;

        Called(
                Records<I> input,
                SerializableFunction<? super I, ? extends CompletionStage<? extends O>> function,
                AsyncCalls calls,
                TaskContext context) {
            this.input = input;
            this.function = function;
            this.calls = calls;
            this.context = context;
        }

        @Override
        public boolean tryAdvance(Sink<? super O> sink) throws Exception {
            Call<O> call = next();
            if (call == null) {
                return false;
            }
            sink.accept(answer(call));
            return true;
        }

        @Override
        public boolean forEachRemaining(Sink<? super O> sink) throws Exception {
            for (Call<O> call = next(); call != null; call = next()) {
                if (!sink.accept(answer(call))) {
                    return false;
                }
            }
            return true;
        }

        /** Makes as many calls as may be outstanding, and waits for the one whose answer is due. */
        private @Nullable Call<O> next() throws Exception {
            while (!atEnd && outstanding.size() < calls.maxConcurrency()) {
                atEnd = !input.tryAdvance(this::call);
            }
            if (outstanding.isEmpty()) {
                return null;
            }
            Call<O> due = calls.ordered() ? outstanding.getFirst() : null;
            while (due == null || !due.done) {
                context.checkCancelled();
                Call<O> ended = done.poll(LOOK_EVERY_NANOS, TimeUnit.NANOSECONDS);
                if (ended == null) {
                    requireInTime();
                } else if (due == null) {
                    due = ended;
                }
            }
            outstanding.remove(due);
            return due;
        }

        @SuppressWarnings({"unchecked", "NullAway"}) // a copy is of the row's type, as users see it; rows may be null
        private boolean call(I row) throws Exception {
            Object lasting = Detachable.detach(row);
            long deadline = System.nanoTime() + calls.timeout().toNanos();
            CompletionStage<? extends O> stage = function.apply((I) lasting);
            Call<O> call = new Call<>(text(lasting), deadline, stage);
            outstanding.add(call);
            stage.whenComplete((answer, failure) -> {
                call.answer = answer;
                call.failure = failure;
                call.done = true;
                done.add(call);
            });
            return true;
        }

        private static String text(@Nullable Object row) {
            String text = String.valueOf(row);
            return text.length() <= ROW_LENGTH ? text : text.substring(0, ROW_LENGTH) + "…";
        }

        private void requireInTime() {
            long now = System.nanoTime();
            Optional<Call<O>> late = outstanding.stream()
                    .filter(call -> !call.done && call.deadlineNanos - now < 0)
                    .findFirst();
            if (late.isPresent()) {
                throw new EngineException(
                        ErrorCode.JOB_FAILED,
                        "mapAsync: the call for row " + late.get().row + " took longer than " + calls.timeout());
            }
        }

        @SuppressWarnings("NullAway") // answers may be null
        private static <O> O answer(Call<O> call) throws Exception {
            Throwable failure = call.failure;
            if (failure instanceof CompletionException wrapper && wrapper.getCause() != null) {
                failure = wrapper.getCause();
            }
            if (failure instanceof Exception exception) {
                throw exception;
            } else if (failure instanceof Error error) {
                throw error;
            }
            return call.answer;
        }

        /** Calls that nobody waits for any more are cancelled. */
        @Override
        public void close() throws IOException {
            atEnd = true;
            for (Call<O> call : outstanding) {
                call.stage.toCompletableFuture().cancel(true);
            }
            outstanding.clear();
            input.close();
        }
    }
}
