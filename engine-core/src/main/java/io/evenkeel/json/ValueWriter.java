package io.evenkeel.json;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes values as JSON: records and maps as objects, iterables and arrays as lists, enums by name, dates, times and UUIDs as
 * text. Confined to the task's thread.
 */
final class ValueWriter {

    private final Map<Class<?>, List<Method>> accessors = new HashMap<>();

    void write(@Nullable Object value, JsonGenerator json) {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof String || value instanceof Character || value instanceof UUID) {
            json.writeString(value.toString());
        } else if (value instanceof Number number) {
            writeNumber(number, json);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Enum<?> constant) {
            json.writeString(constant.name());
        } else if (value instanceof TemporalAccessor) {
            json.writeString(value.toString());
        } else {
            writeComposed(value, json);
        }
    }

    private void writeComposed(Object value, JsonGenerator json) {
        if (value instanceof Record) {
            writeRecord(value, json);
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((key, below) -> {
                json.writeName(String.valueOf(key));
                write(below, json);
            });
            json.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            json.writeStartArray();
            list.forEach(element -> write(element, json));
            json.writeEndArray();
        } else if (value.getClass().isArray()) {
            json.writeStartArray();
            for (int i = 0; i < Array.getLength(value); i++) {
                write(Array.get(value, i), json);
            }
            json.writeEndArray();
        } else {
            throw refused(value, "is nothing that JSON can hold");
        }
    }

    private static void writeNumber(Number number, JsonGenerator json) {
        if (number instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (number instanceof BigInteger integer) {
            json.writeNumber(integer);
        } else if (number instanceof Double || number instanceof Float) {
            if (!Double.isFinite(number.doubleValue())) {
                throw refused(number, "is no number of JSON");
            }
            json.writeNumber(number.toString());
        } else {
            json.writeNumber(number.longValue());
        }
    }

    private void writeRecord(Object value, JsonGenerator json) {
        json.writeStartObject();
        for (Method accessor : accessors.computeIfAbsent(value.getClass(), ValueWriter::accessorsOf)) {
            json.writeName(accessor.getName());
            try {
                write(accessor.invoke(value), json);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(
                        "the accessor " + accessor.getName() + " of the record failed: " + e.getCause(), e);
            }
        }
        json.writeEndObject();
    }

    private static List<Method> accessorsOf(Class<?> type) {
        List<Method> accessors = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            accessors.add(accessor);
        }
        return accessors;
    }

    private static EngineException refused(Object value, String reason) {
        return new EngineException(
                ErrorCode.INVALID_ARGUMENT, value + " (" + value.getClass().getTypeName() + ") " + reason);
    }
}
