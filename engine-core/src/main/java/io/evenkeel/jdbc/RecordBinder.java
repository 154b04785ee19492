package io.evenkeel.jdbc;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sets the question marks of a statement to the components of records, in their order: enums by name, other values as they
 * are, for the driver to take. Confined to the task's thread once it is used; each task has its own.
 */
public final class RecordBinder<T> implements SqlBinder<T> {

    private final Class<T> type;
    private transient Method @Nullable [] accessors;

    /**
     * A binder of the records of a class.
     *
     * @throws EngineException if it is no record class
     */
    public RecordBinder(Class<T> type) {
        if (!type.isRecord()) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, type.getName() + " is no record class");
        }
        this.type = type;
    }

    /** The statement that inserts such records into a table with columns of the components' names. */
    public String insertInto(String table) {
        RecordComponent[] components = type.getRecordComponents();
        String columns = Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.joining(", "));
        String marks = Arrays.stream(components).map(component -> "?").collect(Collectors.joining(", "));
        return "INSERT INTO " + table + " (" + columns + ") VALUES (" + marks + ")";
    }

    @Override
    public void bind(T row, PreparedStatement statement) throws SQLException {
        Method[] found = accessors;
        if (found == null) {
            found = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .toArray(Method[]::new);
            for (Method accessor : found) {
                accessor.setAccessible(true);
            }
            accessors = found;
        }
        for (int i = 0; i < found.length; i++) {
            try {
                statement.setObject(i + 1, plain(found[i].invoke(row)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(
                        "the accessor " + found[i].getName() + " of the record failed: " + e.getCause(), e);
            }
        }
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        return value instanceof Character ? value.toString() : value;
    }
}
