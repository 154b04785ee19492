package io.evenkeel.json;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads objects as records: each component from the field of its name; other fields are left alone. Immutable. */
final class RecordReader implements ValueReader {

    private final String title;
    private final String[] names;
    private final ValueReader[] readers;
    private final Map<String, Integer> places = new HashMap<>();
    private final Constructor<?> constructor;

    private RecordReader(Class<?> type, Constructor<?> constructor) {
        this.title = type.getSimpleName();
        this.constructor = constructor;
        RecordComponent[] components = type.getRecordComponents();
        this.names = Arrays.stream(components).map(RecordComponent::getName).toArray(String[]::new);
        this.readers = new ValueReader[components.length];
        for (int i = 0; i < components.length; i++) {
            places.put(names[i], i);
            readers[i] =
                    ValueReader.of(components[i].getGenericType(), "component '" + names[i] + "' of " + type.getName());
        }
    }

    /**
     * The reader of a record class.
     *
     * @throws EngineException if it has a component that can't be read, or contains itself
     */
    static RecordReader of(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return new RecordReader(type, constructor);
        } catch (ReflectiveOperationException e) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "records of " + type.getName() + " can't be made: " + e, e);
        } catch (StackOverflowError e) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, type.getName() + " contains itself, which can't be read from JSON", e);
        }
    }

    @Override
    public @Nullable Object read(JsonParser json, JsonToken token, String field) throws BadValueException {
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token != JsonToken.START_OBJECT) {
            throw new BadValueException(field, AnyValue.shown(json, token), "it is no object");
        }
        @Nullable Object[] values = new Object[readers.length];
        boolean[] found = new boolean[readers.length];
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            Integer place = places.get(json.currentName());
            JsonToken next = AnyValue.whole(json.nextToken());
            if (place == null) {
                json.skipChildren();
            } else {
                values[place] = readers[place].read(json, next, AnyValue.below(field, names[place]));
                found[place] = true;
            }
        }
        for (int i = 0; i < values.length; i++) {
            if (!found[i]) {
                values[i] = readers[i].missing(AnyValue.below(field, names[i]));
            }
        }
        return make(values, field);
    }

    private Object make(@Nullable Object[] values, String field) throws BadValueException {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new BadValueException(
                    field, Arrays.toString(values), "the constructor of " + title + " refused it: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new EngineException(ErrorCode.INTERNAL, "a record can't be made: " + e, e);
        }
    }
}
