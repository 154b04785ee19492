package io.evenkeel.jdbc;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.text.FieldType;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What becomes of the rows of a query. Immutable; travels with the stage. */
public sealed interface ResultMaker<R> extends Serializable {

    /** Finds its columns. */
    Bound<R> bind(ResultSetMetaData columns) throws SQLException;

    /** The same for one result. Confined to one thread. */
    @FunctionalInterface
    interface Bound<R> {

        /** The row at which the result stands. */
        R make(ResultSet result) throws SQLException;
    }

    /** The names of the columns as the query gives them. */
    private static List<String> names(ResultSetMetaData columns) throws SQLException {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        return names;
    }

    /** Rows as maps from column to what the driver gives, in the order of the columns. */
    record OfMaps() implements ResultMaker<Map<String, Object>> {

        @Override
        @SuppressWarnings("NullAway") // nothing is null, as the type's users are told
        public Bound<Map<String, Object>> bind(ResultSetMetaData columns) throws SQLException {
            List<String> names = names(columns);
            return result -> {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 0; i < names.size(); i++) {
                    row.put(names.get(i), result.getObject(i + 1));
                }
                return Collections.unmodifiableMap(row);
            };
        }
    }

    /** Rows as records: each component from the column of its name, whatever the case of its letters. */
    record OfRecords<R>(Class<R> type) implements ResultMaker<R> {

        /** Refuses what is no record, and components that columns can't be read as. */
        public OfRecords {
            if (!type.isRecord()) {
                throw new EngineException(ErrorCode.INVALID_ARGUMENT, type.getName() + " is no record class");
            }
            for (RecordComponent component : type.getRecordComponents()) {
                if (component.getType() != byte[].class
                        && FieldType.of(component.getType()).isEmpty()) {
                    throw new EngineException(
                            ErrorCode.INVALID_ARGUMENT,
                            "component '" + component.getName() + "' of " + type.getName() + " has the type "
                                    + component.getType().getTypeName() + ", which can't be read from a database");
                }
            }
        }

        @Override
        public Bound<R> bind(ResultSetMetaData columns) throws SQLException {
            List<String> names = names(columns);
            RecordComponent[] components = type.getRecordComponents();
            int[] places = new int[components.length];
            for (int i = 0; i < places.length; i++) {
                places[i] = 1 + place(components[i].getName(), names);
            }
            Constructor<R> constructor = constructor(components);
            return result -> {
                @Nullable Object[] values = new Object[places.length];
                for (int i = 0; i < places.length; i++) {
                    values[i] = ColumnValue.of(result.getObject(places[i]), components[i]);
                }
                return make(constructor, values);
            };
        }

        private int place(String component, List<String> names) {
            for (int i = 0; i < names.size(); i++) {
                if (names.get(i).equalsIgnoreCase(component)) {
                    return i;
                }
            }
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the query gives no column '" + component + "' for " + type.getName() + "; its columns are "
                            + String.join(", ", names));
        }

        private Constructor<R> constructor(RecordComponent[] components) {
            try {
                Constructor<R> constructor = type.getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return constructor;
            } catch (ReflectiveOperationException e) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT, "records of " + type.getName() + " can't be made: " + e, e);
            }
        }

        private static <R> R make(Constructor<R> constructor, @Nullable Object[] values) {
            try {
                return constructor.newInstance(values);
            } catch (InvocationTargetException e) {
                throw new EngineException(
                        ErrorCode.MALFORMED_INPUT,
                        "the constructor of " + constructor.getDeclaringClass().getName() + " refused the row "
                                + Arrays.toString(values) + ": " + e.getCause(),
                        e);
            } catch (ReflectiveOperationException e) {
                throw new EngineException(ErrorCode.INTERNAL, "a record can't be made: " + e, e);
            }
        }
    }
}
