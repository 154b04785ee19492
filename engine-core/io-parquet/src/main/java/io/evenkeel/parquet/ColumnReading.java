package io.evenkeel.parquet;

import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** How a column of a file, or a group of columns, becomes a value. Immutable. */
interface ColumnReading {

    /** The part of the file's columns that is read for it. */
    Type projection();

    /** Gives each value that is there to a slot; nothing where there is none. The converter is confined to one thread. */
    Converter converter(Slot slot);

    /** What the value is where there is none. */
    default @Nullable Object absent() {
        return null;
    }

    /**
     * Finds how a column is read.
     *
     * @param wanted what it is to become
     * @param place the names on the way to it
     * @throws BadValueException if it can't become that
     */
    static ColumnReading of(java.lang.reflect.Type wanted, Type stored, String place) {
        if (stored.isRepetition(Type.Repetition.REPEATED)) {
            throw new BadValueException(place, "it is repeated without being a list, which can't be read");
        }
        if (wanted instanceof Class<?> plain) {
            return plain.isRecord() ? RecordReading.of(plain, stored, place) : ScalarReading.of(plain, stored, place);
        }
        if (wanted instanceof ParameterizedType generic) {
            java.lang.reflect.Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == Optional.class) {
                return new OptionalReading(of(arguments[0], stored, place));
            }
            if (generic.getRawType() == List.class) {
                return ListReading.of(arguments[0], stored, place);
            }
            if (generic.getRawType() == Map.class) {
                return MapReading.of(arguments[0], arguments[1], stored, place);
            }
        }
        throw new BadValueException(place, wanted.getTypeName() + " is no type that can be read from Parquet");
    }

    /** The place of something in a place. */
    static String below(String place, String name) {
        return place.isEmpty() ? name : place + "." + name;
    }

    /** A column's type for messages, in the words of Parquet. */
    static String shown(Type stored) {
        String text = stored.toString().replaceAll("\\s+", " ").strip();
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }
}
