package io.evenkeel.config;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values of settings, by key. Keys are those of {@link Setting#key()}: aliases and unknown keys are dealt with where text
 * comes in. Immutable.
 */
public final class Configuration {

    private final Map<String, String> values;

    private Configuration(Map<String, String> values) {
        this.values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    public static Configuration of(Map<String, String> values) {
        return new Configuration(values);
    }

    public static Configuration empty() {
        return new Configuration(Map.of());
    }

    /** The value that was set, or the default. */
    public <T> T get(Setting<T> setting) {
        String text = values.get(setting.key());
        return text == null ? setting.defaultValue() : setting.parse(text);
    }

    public boolean isSet(Setting<?> setting) {
        return values.containsKey(setting.key());
    }

    /** The same with one value changed. */
    public Configuration with(String key, String value) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.put(key, value);
        return new Configuration(changed);
    }

    /** What was set, by key, sorted. */
    public Map<String, String> values() {
        return values;
    }
}
