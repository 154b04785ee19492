package io.evenkeel.perf.workload;

import java.io.StringWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A flat object of JSON on one line, read by name. Immutable. */
final class JsonLine {

    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, String> values = new TreeMap<>();

    /**
     * Reads one.
     *
     * @throws RuntimeException if the line is no JSON
     */
    JsonLine(String line) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
            String name = "";
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME) {
                    name = json.currentName();
                } else if (token.isScalarValue()) {
                    values.put(name, json.getString());
                }
            }
        }
    }

    /** Writes one with the properties that {@code content} writes. */
    static String write(Consumer<JsonGenerator> content) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            content.accept(json);
            json.writeEndObject();
        }
        return text.toString();
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return value;
    }

    double number(String name) {
        return Double.parseDouble(text(name));
    }
}
