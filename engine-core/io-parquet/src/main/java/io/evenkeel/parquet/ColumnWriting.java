package io.evenkeel.parquet;

import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** How a value becomes a column of a file, or a group of columns. Confined to one thread. */
interface ColumnWriting {

    /** The column that is written. */
    Type column();

    /** Writes a value that is there. */
    void write(Object value, RecordConsumer target);

    /** What is written for a value; null for nothing. */
    default @Nullable Object present(@Nullable Object value) {
        return value;
    }

    /**
     * Finds how values of a type are written: primitive ones are always there, others may be null.
     *
     * @param place the names on the way to the column
     * @throws BadValueException if Parquet has no column for them
     */
    static ColumnWriting of(java.lang.reflect.Type type, String name, String place) {
        if (type instanceof Class<?> plain) {
            if (plain.isRecord()) {
                return RecordWriting.of(plain, name, place);
            }
            return ScalarWriting.of(plain, name, place)
                    .orElseThrow(() -> new BadValueException(
                            place, plain.getTypeName() + " is no type that can be written to Parquet"));
        }
        if (type instanceof ParameterizedType generic) {
            java.lang.reflect.Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == Optional.class) {
                return new OptionalWriting(of(arguments[0], name, place));
            }
            if (generic.getRawType() == List.class) {
                return ListWriting.of(arguments[0], name, place);
            }
            if (generic.getRawType() == Map.class) {
                return MapWriting.of(arguments[0], arguments[1], name, place);
            }
        }
        throw new BadValueException(place, type.getTypeName() + " is no type that can be written to Parquet");
    }

    /** Writes a value as the field of a group, or nothing if there is none. */
    static void field(ColumnWriting column, int index, @Nullable Object value, RecordConsumer target) {
        Object present = column.present(value);
        if (present != null) {
            String name = column.column().getName();
            target.startField(name, index);
            column.write(present, target);
            target.endField(name, index);
        }
    }
}
