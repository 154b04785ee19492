package io.evenkeel.parquet;

import java.util.Optional;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Reads a column of single values. Immutable. */
record ScalarReading(PrimitiveType projection, Decoding decoding, String place) implements ColumnReading {

    static ScalarReading of(Class<?> wanted, Type stored, String place) {
        if (!stored.isPrimitive()) {
            throw new BadValueException(
                    place,
                    "it is '" + ColumnReading.shown(stored) + "', a group of columns, which can't be a "
                            + wanted.getSimpleName());
        }
        PrimitiveType column = stored.asPrimitiveType();
        Optional<Decoding> decoding = Decodings.of(wanted, column);
        if (decoding.isEmpty()) {
            String better = Decodings.natural(column)
                    .map(type -> "; declare the component as " + type.getSimpleName())
                    .orElse("; leave the component out");
            throw new BadValueException(
                    place,
                    "it is '" + ColumnReading.shown(stored) + "', which can't be a " + wanted.getSimpleName() + better);
        }
        return new ScalarReading(column, decoding.get(), place);
    }

    @Override
    public Converter converter(Slot slot) {
        return new ScalarConverter(decoding, place, slot);
    }
}
