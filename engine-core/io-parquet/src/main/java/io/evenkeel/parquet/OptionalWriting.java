package io.evenkeel.parquet;

import java.util.Optional;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Writes an {@code Optional} as a value that may be missing; one that is null is written as an empty one. */
record OptionalWriting(ColumnWriting value) implements ColumnWriting {

    @Override
    public Type column() {
        return value.column();
    }

    @Override
    public @Nullable Object present(@Nullable Object found) {
        return found == null ? null : value.present(((Optional<?>) found).orElse(null));
    }

    @Override
    public void write(Object present, RecordConsumer target) {
        value.write(present, target);
    }
}
