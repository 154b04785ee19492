package io.evenkeel.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Values as they are: texts, booleans, whole numbers as {@code Long} or where they are too large {@code BigInteger}, other
 * numbers as {@code Double}, lists and maps. Stateless.
 */
final class AnyValue {

    static final ValueReader READER = AnyValue::read;

    private AnyValue() {}

    private static @Nullable Object read(JsonParser json, JsonToken token, String field) throws BadValueException {
        return switch (token) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> json.getString();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_NUMBER_INT ->
                json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? (Object) json.getBigIntegerValue()
                        : (Object) json.getLongValue();
            case START_ARRAY -> new ValueReader.OfList(READER).read(json, token, field);
            case START_OBJECT -> new ValueReader.OfMap(READER).read(json, token, field);
            case END_ARRAY, END_OBJECT, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new BadValueException(field, token.name(), "it is no value");
        };
    }

    /** A token that must be there; the parser itself refuses texts that end too early. */
    static JsonToken whole(@Nullable JsonToken token) throws BadValueException {
        if (token == null) {
            throw new BadValueException("", "", "it ends too early");
        }
        return token;
    }

    /** The place of a field in an object that stands at a place. */
    static String below(String field, String name) {
        return field.isEmpty() ? name : field + "." + name;
    }

    /** A value's beginning, for messages. */
    static String shown(JsonParser json, JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "{…";
            case START_ARRAY -> "[…";
            case END_OBJECT,
                    END_ARRAY,
                    PROPERTY_NAME,
                    VALUE_EMBEDDED_OBJECT,
                    VALUE_STRING,
                    VALUE_NUMBER_INT,
                    VALUE_NUMBER_FLOAT,
                    VALUE_TRUE,
                    VALUE_FALSE,
                    VALUE_NULL,
                    NOT_AVAILABLE -> String.valueOf(json.getString());
        };
    }
}
