package io.evenkeel.shuffle;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.RecordLayout;
import org.jspecify.annotations.Nullable;

/** Encodes keys and values as records of a shuffle, in a layout that may change. Confined to the task's thread. */
public interface ShuffleRecordEncoder {

    /** Whether the present layout takes this record. */
    boolean fits(@Nullable Object key, @Nullable Object value);

    /** Changes the layout so that it takes this record. */
    RecordLayout adopt(@Nullable Object key, @Nullable Object value);

    /** Appends a record that {@link #fits}. */
    void write(@Nullable Object key, @Nullable Object value, ByteWriter out);
}
