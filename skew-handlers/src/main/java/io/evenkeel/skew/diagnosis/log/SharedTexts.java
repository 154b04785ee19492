package io.evenkeel.skew.diagnosis.log;

import java.util.HashMap;
import java.util.Map;

/** Keeps one copy of texts that a log repeats, such as call sites; forgets all when full. Confined to one thread. */
final class SharedTexts {

    private static final int MAX_TEXTS = 20_000;

    private final Map<String, String> texts = new HashMap<>();

    String share(String text) {
        if (texts.size() >= MAX_TEXTS) {
            texts.clear();
        }
        String known = texts.putIfAbsent(text, text);
        return known == null ? text : known;
    }
}
