package io.evenkeel.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A JSON object, for tests that look at what was written. Immutable. */
public record Json(Map<String, @Nullable Object> fields) {

    private static final JsonFactory FACTORY = new JsonFactory();

    /** Reads exactly one object; anything behind it is an error. */
    public static Json of(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            parser.nextToken();
            Json read = new Json(object(parser));
            if (parser.nextToken() != null) {
                throw new AssertionError("more than one value: " + text);
            }
            return read;
        }
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new AssertionError("no object: " + parser.currentToken());
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (fields.put(name, value(parser)) != null) {
                throw new AssertionError("twice: " + name);
            }
        }
        return fields;
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> new Json(object(parser));
            case START_ARRAY -> {
                List<@Nullable Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield items;
            }
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_STRING -> parser.getString();
            case END_ARRAY, END_OBJECT, NOT_AVAILABLE, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new AssertionError("no value: " + parser.currentToken());
        };
    }

    public boolean has(String name) {
        return fields.containsKey(name);
    }

    public String text(String name) {
        return (String) field(name);
    }

    public long number(String name) {
        return (Long) field(name);
    }

    public boolean flag(String name) {
        return (Boolean) field(name);
    }

    public Json object(String name) {
        return (Json) field(name);
    }

    /** The objects of an array. */
    public List<Json> objects(String name) {
        return ((List<?>) field(name)).stream().map(Json.class::cast).toList();
    }

    /** The numbers of an array. */
    public List<Long> numbers(String name) {
        return ((List<?>) field(name)).stream().map(Long.class::cast).toList();
    }

    private Object field(String name) {
        Object value = fields.get(name);
        if (value == null) {
            throw new AssertionError("no " + name + " in " + fields.keySet());
        }
        return value;
    }
}
