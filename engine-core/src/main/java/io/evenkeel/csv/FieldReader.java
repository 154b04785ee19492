package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the values of a row's fields are found. Immutable; travels with the stage. */
sealed interface FieldReader<T> extends Serializable {

    /** The names of the columns. */
    List<String> columns();

    /** The same, ready to read rows. Called in the task. */
    Opened<T> open();

    /** Reads the fields of rows. */
    @FunctionalInterface
    interface Opened<T> {

        /** The values, one for each column. */
        @Nullable
        Object[] read(T row);
    }

    /** Records: a column for each component. */
    record OfRecords<T>(Class<T> type) implements FieldReader<T> {

        /** Refuses components that have no text. */
        public OfRecords {
            if (!type.isRecord()) {
                throw new EngineException(ErrorCode.INVALID_ARGUMENT, type.getName() + " is no record class");
            }
            for (RecordComponent component : type.getRecordComponents()) {
                if (!CsvText.isWritable(component.getType())) {
                    throw new EngineException(
                            ErrorCode.INVALID_ARGUMENT,
                            "component '" + component.getName() + "' of " + type.getName() + " has the type "
                                    + component.getType().getTypeName() + ", which has no text in CSV");
                }
            }
        }

        @Override
        public List<String> columns() {
            return Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getName)
                    .toList();
        }

        @Override
        public Opened<T> open() {
            List<Method> accessors = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                accessors.add(accessor);
            }
            return row -> read(accessors, row);
        }

        private static @Nullable Object[] read(List<Method> accessors, Object row) {
            @Nullable Object[] values = new Object[accessors.size()];
            for (int i = 0; i < values.length; i++) {
                try {
                    values[i] = accessors.get(i).invoke(row);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalArgumentException(
                            "the accessor " + accessors.get(i).getName() + " of the record failed: " + e.getCause(), e);
                }
            }
            return values;
        }
    }

    /** Lists and arrays, by place, and maps, by name. */
    record OfRows<T>(List<String> columns) implements FieldReader<T> {

        /** Copies the names. */
        public OfRows {
            columns = List.copyOf(columns);
        }

        @Override
        public Opened<T> open() {
            return this::read;
        }

        private @Nullable Object[] read(T row) {
            if (row instanceof Map<?, ?> map) {
                return columns.stream().map(map::get).toArray();
            }
            @Nullable Object[] values;
            if (row instanceof List<?> list) {
                values = list.toArray();
            } else if (row instanceof Object[] array) {
                values = array;
            } else {
                throw wrong(row, "a list, an array or a map");
            }
            if (values.length != columns.size()) {
                throw wrong(row, columns.size() + " values");
            }
            return values;
        }

        private static EngineException wrong(Object row, String wanted) {
            return new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a row for CSV must be " + wanted + ", not " + row + " ("
                            + row.getClass().getTypeName() + ")");
        }
    }
}
