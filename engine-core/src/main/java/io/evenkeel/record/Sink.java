package io.evenkeel.record;

/**
 * Where rows are pushed.
 *
 * <p>Confined to the task's thread.
 */
@FunctionalInterface
public interface Sink<T> {

    /**
     * Takes one row.
     *
     * @return true to be given more, false for "enough": this row is taken, and no further one is pushed
     */
    boolean accept(T row) throws Exception;
}
