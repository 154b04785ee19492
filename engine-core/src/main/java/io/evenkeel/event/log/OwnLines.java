package io.evenkeel.event.log;

import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.HotKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.core.JsonGenerator;

/**
 * Writes what Spark's format has no event for. The names are those of no class, so that Spark's reader passes them over.
 *
 * @param redactKeys whether keys are written as hashes
 */
record OwnLines(boolean redactKeys) {

    private static final String NAMES = "io.evenkeel.event.";
    private static final int MAX_KEY_CHARS = 200;
    private static final int HASH_CHARS = 16;

    static void logStart(JsonGenerator json, String version) {
        json.writeStringProperty("Event", NAMES + "LogStart");
        json.writeStringProperty("Evenkeel Version", version);
    }

    static void writerChosen(JsonGenerator json, long millis, EngineEvent.WriterChosen chosen) {
        json.writeStringProperty("Event", NAMES + "ShuffleWriter");
        json.writeNumberProperty("Timestamp", millis);
        json.writeNumberProperty("Stage ID", chosen.stage().value());
        json.writeNumberProperty("Shuffle ID", chosen.shuffle().value());
        json.writeStringProperty("Writer", Texts.cut(chosen.writer()));
        json.writeStringProperty("Reason", Texts.cut(chosen.reason()));
    }

    void hotKeys(JsonGenerator json, long millis, EngineEvent.HotKeysFound found) {
        json.writeStringProperty("Event", NAMES + "HotKeys");
        json.writeNumberProperty("Timestamp", millis);
        json.writeNumberProperty("Stage ID", found.writer().value());
        json.writeNumberProperty("Shuffle ID", found.shuffle().value());
        json.writeNumberProperty("Records", found.records());
        json.writeArrayPropertyStart("Keys");
        for (HotKey key : found.keys()) {
            json.writeStartObject();
            json.writeStringProperty("Key", sample(key.sample()));
            json.writeNumberProperty("At Least", key.atLeast());
            json.writeNumberProperty("At Most", key.atMost());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void adapted(JsonGenerator json, long millis, EngineEvent.PlanAdapted adapted) {
        json.writeStringProperty("Event", NAMES + "PlanAdapted");
        json.writeNumberProperty("Timestamp", millis);
        json.writeNumberProperty("Stage ID", adapted.stage().value());
        json.writeStringProperty("Rule", Texts.cut(adapted.rule()));
        json.writeStringProperty("Change", Texts.cut(adapted.change()));
        json.writeStringProperty("Reason", Texts.cut(adapted.reason()));
    }

    static void outputLost(JsonGenerator json, long millis, EngineEvent.MapOutputLost lost) {
        json.writeStringProperty("Event", NAMES + "MapOutputLost");
        json.writeNumberProperty("Timestamp", millis);
        json.writeNumberProperty("Stage ID", lost.attempt().stage().value());
        json.writeNumberProperty("Shuffle ID", lost.shuffle().value());
        json.writeNumberProperty("Map Index", lost.map().value());
        json.writeStringProperty("Reason", Texts.cut(lost.reason()));
    }

    static void missing(JsonGenerator json, long millis, long events) {
        json.writeStringProperty("Event", NAMES + "EventsMissing");
        json.writeNumberProperty("Timestamp", millis);
        json.writeNumberProperty("Events", events);
    }

    private String sample(String key) {
        if (redactKeys) {
            return "sha256:" + hash(key);
        }
        return key.length() <= MAX_KEY_CHARS ? key : key.substring(0, MAX_KEY_CHARS) + "…";
    }

    private static String hash(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_CHARS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
