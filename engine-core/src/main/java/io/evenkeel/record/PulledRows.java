package io.evenkeel.record;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Rows as an iterator, pulled one by one. What reading throws comes out of {@code hasNext} as it is, also where it is a
 * checked exception: user code between the iterator and the task need not know of it. Confined to the task's thread; does
 * not close the rows.
 */
public final class PulledRows<T> implements Iterator<T> {

    private final Records<T> rows;
    private @Nullable T next;
    private boolean hasNext;

    public PulledRows(Records<T> rows) {
        this.rows = rows;
    }

    @Override
    public boolean hasNext() {
        if (!hasNext) {
            try {
                hasNext = rows.tryAdvance(row -> {
                    next = row;
                    return true;
                });
            } catch (Exception e) {
                throw PulledRows.<RuntimeException>unchecked(e);
            }
        }
        return hasNext;
    }

    @Override
    @SuppressWarnings("NullAway") // rows may be null
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows");
        }
        T row = next;
        next = null;
        hasNext = false;
        return row;
    }

    /** Lets a checked exception through where none is declared. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller says what the compiler is to believe
    private static <E extends Exception> E unchecked(Exception e) throws E {
        throw (E) e;
    }
}
