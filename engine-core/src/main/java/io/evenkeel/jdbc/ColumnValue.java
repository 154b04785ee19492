package io.evenkeel.jdbc;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.text.FieldType;
import java.lang.reflect.RecordComponent;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a driver gives for a column, as a value of another type. Stateless. */
final class ColumnValue {

    private ColumnValue() {}

    /**
     * The value for a component of a record.
     *
     * @throws EngineException with {@link ErrorCode#MALFORMED_INPUT} if it can't be one
     */
    static @Nullable Object of(@Nullable Object value, RecordComponent component) {
        Class<?> type = component.getType();
        if (value == null) {
            if (type.isPrimitive()) {
                throw bad("null", component);
            }
            return null;
        }
        if (type.isInstance(value)) {
            return value;
        }
        boolean isBoolean = type == boolean.class || type == Boolean.class;
        if (isBoolean && value instanceof Number number) {
            return number.longValue() != 0;
        }
        Optional<Object> converted = FieldType.of(type).flatMap(known -> known.parse(text(value, type)));
        return converted.orElseThrow(() -> bad(value.toString(), component));
    }

    private static String text(Object value, Class<?> type) {
        if (value instanceof Timestamp moment) {
            return type == Instant.class
                    ? moment.toInstant().toString()
                    : moment.toLocalDateTime().toString();
        }
        if (value instanceof Date day) {
            return day.toLocalDate().toString();
        }
        if (value instanceof Time time) {
            return time.toLocalTime().toString();
        }
        return value.toString();
    }

    private static EngineException bad(String value, RecordComponent component) {
        return new EngineException(
                ErrorCode.MALFORMED_INPUT,
                "column '" + component.getName() + "' has the value '" + value + "', which is no "
                        + component.getType().getTypeName());
    }
}
