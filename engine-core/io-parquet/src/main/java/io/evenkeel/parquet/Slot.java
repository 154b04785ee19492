package io.evenkeel.parquet;

import org.jspecify.annotations.Nullable;

/** Where a value that was read is put. */
@FunctionalInterface
interface Slot {

    void put(@Nullable Object value);
}
