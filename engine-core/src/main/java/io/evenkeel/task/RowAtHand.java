package io.evenkeel.task;

import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Remembers the last row that a source or a shuffle gave, for the message of a failure. Confined to the task's thread. */
final class RowAtHand {

    private static final int MAX_LENGTH = 200;

    private @Nullable Object row;

    /** Watches a stream of rows. */
    Records<Object> watch(Records<Object> rows) {
        return new Watched(rows);
    }

    /** The row as text, cut where it is long; null if there was none. */
    @Nullable
    String text() {
        Object last = row;
        if (last == null) {
            return null;
        }
        try {
            String text = String.valueOf(last);
            return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return "a " + last.getClass().getName() + " that can't be printed: " + e;
        }
    }

    private final class Watched implements Records<Object> {

        private final Records<Object> rows;

        Watched(Records<Object> rows) {
            this.rows = rows;
        }

        @Override
        public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
            return rows.tryAdvance(next -> {
                row = next;
                return sink.accept(next);
            });
        }

        @Override
        public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
            return rows.forEachRemaining(next -> {
                row = next;
                return sink.accept(next);
            });
        }

        @Override
        public long skip(long most) throws Exception {
            return rows.skip(most);
        }

        @Override
        public void close() throws IOException {
            rows.close();
        }
    }
}
