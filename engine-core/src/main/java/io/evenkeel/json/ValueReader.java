package io.evenkeel.json;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.text.FieldType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads values of one type. Immutable. */
interface ValueReader {

    /**
     * Reads the value that begins with a token, to its end.
     *
     * @param field where in the row it stands
     * @return null for null
     */
    @Nullable
    Object read(JsonParser json, JsonToken token, String field) throws BadValueException;

    /** The value of a field that is not there. */
    default @Nullable Object missing(String field) throws BadValueException {
        return null;
    }

    /**
     * The reader of a type.
     *
     * @throws EngineException if JSON has no values of it
     */
    static ValueReader of(Type type, String place) {
        if (type instanceof Class<?> plain) {
            return ofClass(plain, place);
        }
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new OfList(of(arguments[0], place));
            }
            if (generic.getRawType() == Map.class && arguments[0] == String.class) {
                return new OfMap(of(arguments[1], place));
            }
        }
        throw new EngineException(
                ErrorCode.INVALID_ARGUMENT,
                place + " has the type " + type.getTypeName() + ", which can't be read from JSON");
    }

    private static ValueReader ofClass(Class<?> type, String place) {
        if (type == Object.class) {
            return AnyValue.READER;
        }
        if (type.isRecord()) {
            return RecordReader.of(type);
        }
        Optional<FieldType> scalar = FieldType.of(type);
        if (scalar.isPresent()) {
            return new OfScalar(scalar.get(), type == String.class);
        }
        throw new EngineException(
                ErrorCode.INVALID_ARGUMENT,
                place + " has the type " + type.getTypeName() + ", which can't be read from JSON");
    }

    /** Texts, numbers, booleans, enums, dates: from strings, and all but texts also from what has no quotes. */
    record OfScalar(FieldType type, boolean isText) implements ValueReader {

        @Override
        public @Nullable Object read(JsonParser json, JsonToken token, String field) throws BadValueException {
            if (token == JsonToken.VALUE_NULL) {
                return missing(field);
            }
            if (!token.isScalarValue() || (isText && token != JsonToken.VALUE_STRING)) {
                throw new BadValueException(field, AnyValue.shown(json, token), "it is no " + type.title());
            }
            String text = json.getString();
            Optional<Object> value = type.parse(text);
            if (value.isEmpty()) {
                throw new BadValueException(field, text, "it is no " + type.title());
            }
            return value.get();
        }

        @Override
        public @Nullable Object missing(String field) throws BadValueException {
            if (type.primitive()) {
                throw new BadValueException(field, "null", "there is none, and it must be a " + type.title());
            }
            return null;
        }
    }

    /** Lists, whose elements may be null. */
    record OfList(ValueReader elements) implements ValueReader {

        @Override
        public @Nullable Object read(JsonParser json, JsonToken token, String field) throws BadValueException {
            if (token == JsonToken.VALUE_NULL) {
                return null;
            }
            if (token != JsonToken.START_ARRAY) {
                throw new BadValueException(field, AnyValue.shown(json, token), "it is no list");
            }
            List<@Nullable Object> list = new ArrayList<>();
            for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
                list.add(elements.read(json, AnyValue.whole(next), field + "[" + list.size() + "]"));
            }
            return Collections.unmodifiableList(list);
        }
    }

    /** Objects of any names, in their order. */
    record OfMap(ValueReader values) implements ValueReader {

        @Override
        public @Nullable Object read(JsonParser json, JsonToken token, String field) throws BadValueException {
            if (token == JsonToken.VALUE_NULL) {
                return null;
            }
            if (token != JsonToken.START_OBJECT) {
                throw new BadValueException(field, AnyValue.shown(json, token), "it is no object");
            }
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                map.put(name, values.read(json, AnyValue.whole(json.nextToken()), AnyValue.below(field, name)));
            }
            return Collections.unmodifiableMap(map);
        }
    }
}
