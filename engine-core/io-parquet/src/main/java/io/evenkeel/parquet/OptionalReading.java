package io.evenkeel.parquet;

import java.util.Optional;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.schema.Type;

/** Reads a value that may be missing as an {@code Optional}. Immutable. */
record OptionalReading(ColumnReading value) implements ColumnReading {

    @Override
    public Type projection() {
        return value.projection();
    }

    @Override
    public Object absent() {
        return Optional.empty();
    }

    @Override
    public Converter converter(Slot slot) {
        return value.converter(found -> slot.put(Optional.ofNullable(found)));
    }
}
