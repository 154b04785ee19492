package io.evenkeel.file;

import org.jspecify.annotations.Nullable;

/** Takes the values of a column. Confined to one thread. */
@FunctionalInterface
public interface ColumnSink {

    /** Takes the value of the next row, null where there is none. */
    void accept(@Nullable Object value);
}
