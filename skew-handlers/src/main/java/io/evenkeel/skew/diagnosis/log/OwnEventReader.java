package io.evenkeel.skew.diagnosis.log;

import java.util.ArrayList;
import java.util.List;

/** Reads the events that logs of this engine hold beside Spark's. Stateless. */
final class OwnEventReader {

    private static final String NAMES = "io.evenkeel.event.";
    private static final int MAX_TEXT = 1_000;
    private static final int MAX_KEYS = 100;

    private OwnEventReader() {}

    static boolean reads(String event) {
        return event.startsWith(NAMES);
    }

    /** Reads the fields of an event whose object was entered; the change takes effect when it is run. */
    static Runnable read(String event, JsonCursor json, ApplicationLog application) {
        return switch (event.substring(NAMES.length())) {
            case "LogStart" -> logStart(json, application);
            case "ShuffleWriter" -> writer(json, application);
            case "HotKeys" -> hotKeys(json, application);
            case "PlanAdapted" -> planAdapted(json, application);
            case "EventsMissing" -> missing(json, application);
            default -> () -> {};
        };
    }

    private static Runnable logStart(JsonCursor json, ApplicationLog application) {
        String version = "";
        while (json.nextField()) {
            if (json.name().equals("Evenkeel Version")) {
                version = json.text(MAX_TEXT);
            }
        }
        String found = version;
        return () -> application.engineVersion = found;
    }

    private static Runnable writer(JsonCursor json, ApplicationLog application) {
        int stage = -1;
        int shuffle = -1;
        String writer = "";
        String reason = "";
        while (json.nextField()) {
            switch (json.name()) {
                case "Stage ID" -> stage = json.count(-1);
                case "Shuffle ID" -> shuffle = json.count(-1);
                case "Writer" -> writer = json.text(MAX_TEXT);
                case "Reason" -> reason = json.text(MAX_TEXT);
                default -> {}
            }
        }
        int writing = stage;
        int written = shuffle;
        String name = writer;
        String why = reason;
        return () -> application.shuffle(writing, written, known -> known.withWriter(name, why));
    }

    private static Runnable hotKeys(JsonCursor json, ApplicationLog application) {
        int stage = -1;
        int shuffle = -1;
        long records = 0;
        List<HotKeyLog> keys = List.of();
        while (json.nextField()) {
            switch (json.name()) {
                case "Stage ID" -> stage = json.count(-1);
                case "Shuffle ID" -> shuffle = json.count(-1);
                case "Records" -> records = json.number(0);
                case "Keys" -> keys = keys(json);
                default -> {}
            }
        }
        int writing = stage;
        int written = shuffle;
        long total = records;
        List<HotKeyLog> found = keys;
        return () -> application.shuffle(writing, written, known -> known.withHotKeys(total, found));
    }

    private static List<HotKeyLog> keys(JsonCursor json) {
        List<HotKeyLog> keys = new ArrayList<>();
        if (!json.enterArray()) {
            return keys;
        }
        while (json.nextElement()) {
            String key = "";
            long atLeast = 0;
            long atMost = 0;
            if (json.enterObject()) {
                while (json.nextField()) {
                    switch (json.name()) {
                        case "Key" -> key = json.text(MAX_TEXT);
                        case "At Least" -> atLeast = json.number(0);
                        case "At Most" -> atMost = json.number(0);
                        default -> {}
                    }
                }
                if (keys.size() < MAX_KEYS && atLeast >= 0 && atMost >= atLeast) {
                    keys.add(new HotKeyLog(key, atLeast, atMost));
                }
            }
        }
        return keys;
    }

    private static Runnable planAdapted(JsonCursor json, ApplicationLog application) {
        int stage = -1;
        String rule = "";
        String change = "";
        String reason = "";
        while (json.nextField()) {
            switch (json.name()) {
                case "Stage ID" -> stage = json.count(-1);
                case "Rule" -> rule = json.text(MAX_TEXT);
                case "Change" -> change = json.text(MAX_TEXT);
                case "Reason" -> reason = json.text(MAX_TEXT);
                default -> {}
            }
        }
        PlanChange found = new PlanChange(stage, rule, change, reason);
        return () -> application.add(found);
    }

    private static Runnable missing(JsonCursor json, ApplicationLog application) {
        long events = 0;
        while (json.nextField()) {
            if (json.name().equals("Events")) {
                events = json.number(0);
            }
        }
        long count = Math.max(0, events);
        return () -> application.missingEvents += count;
    }
}
