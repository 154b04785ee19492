package io.evenkeel.record;

import java.io.IOException;

/**
 * The rows of one partition, once: pushed (the fast path of every task) or pulled (what {@code zip}, {@code take} and
 * iterators need), in any mix.
 *
 * <p>Contract, held by {@code RecordsContract} for every operator: pushing and pulling give the same rows in the same
 * order, also when a caller changes between them; a row at which the sink said "enough" counts as given and the next
 * call goes on behind it; rows that are skipped are missing and nothing else; pulling one row out of an endless source
 * returns; after the end every call gives nothing.
 *
 * <p>Confined to the task's thread. Whoever opened a {@code Records} closes it; closing twice is allowed, closing early
 * frees everything the rest would have needed.
 */
public interface Records<T> extends AutoCloseable {

    /**
     * Gives the sink the next row, if there is one. What the sink answers has no meaning here.
     *
     * @return false at the end, when nothing was given
     */
    boolean tryAdvance(Sink<? super T> sink) throws Exception;

    /**
     * Gives the sink row after row, to the end or until it says "enough".
     *
     * @return false if the sink said "enough", true if the rows came to their end
     */
    boolean forEachRemaining(Sink<? super T> sink) throws Exception;

    /**
     * Passes over rows, which need not be made for that.
     *
     * @param most how many, not negative
     * @return how many there were; fewer only at the end
     */
    default long skip(long most) throws Exception {
        long[] skipped = {0};
        if (most > 0) {
            forEachRemaining(row -> ++skipped[0] < most);
        }
        return skipped[0];
    }

    @Override
    void close() throws IOException;
}
