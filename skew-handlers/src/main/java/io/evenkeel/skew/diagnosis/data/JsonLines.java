package io.evenkeel.skew.diagnosis.data;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads one field of JSON objects that follow each other. Confined to one thread. */
final class JsonLines {

    private static final int MAX_NAMES = 1_000;
    private static final int MAX_NESTING = 500;

    private final String column;
    private final List<String> path;
    private final KeySurvey survey;
    private final Path file;
    private final Set<String> names = new LinkedHashSet<>();
    private boolean found;

    JsonLines(String column, KeySurvey survey, Path file) {
        this.column = column;
        this.path = List.of(column.split("\\.", -1));
        this.survey = survey;
        this.file = file;
    }

    void read(InputStream in) {
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_NESTING)
                        .build())
                .build();
        try (JsonParser json = factory.createParser(ObjectReadContext.empty(), in)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token != JsonToken.START_OBJECT) {
                    throw DataFiles.bad(file, "line " + line(json) + " is no JSON object");
                }
                String key = field(json, 0);
                if (key == null) {
                    survey.addWithoutKey();
                } else {
                    survey.add(key);
                }
            }
        } catch (JacksonException e) {
            throw new EngineException(ErrorCode.MALFORMED_INPUT, file + " is damaged: " + e.getMessage(), e);
        }
        if (!found) {
            throw DataFiles.missing(file, column, new ArrayList<>(names));
        }
    }

    private static int line(JsonParser json) {
        return json.currentTokenLocation().getLineNr();
    }

    /** The value of the field as text, null if it is null or not there; the object was entered, and is read to its end. */
    private @Nullable String field(JsonParser json, int depth) {
        String value = null;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            if (depth == 0 && names.size() < MAX_NAMES) {
                names.add(name);
            }
            JsonToken token = json.nextToken();
            boolean isOurs = depth < path.size() && name.equals(path.get(depth));
            boolean isLast = depth == path.size() - 1;
            if (isOurs && !isLast && token == JsonToken.START_OBJECT) {
                value = field(json, depth + 1);
            } else if (isOurs && isLast) {
                found = true;
                value = text(json, token);
            } else {
                json.skipChildren();
            }
        }
        return value;
    }

    private @Nullable String text(JsonParser json, @Nullable JsonToken token) {
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
            throw DataFiles.bad(
                    file, "'" + column + "' in line " + line(json) + " is an object or a list, which is no key");
        }
        return json.getString();
    }
}
