package io.evenkeel.config;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A configuration, and where each of its values came from. Immutable.
 *
 * @param configuration the values, by key
 * @param origins the origin of the layer that won, by key
 */
public record ResolvedConfiguration(Configuration configuration, Map<String, String> origins) {

    /** Copies the origins. */
    public ResolvedConfiguration {
        origins = Collections.unmodifiableMap(new TreeMap<>(origins));
    }

    /** Where the value of a setting came from; empty if it has its default. */
    public Optional<String> originOf(Setting<?> setting) {
        return Optional.ofNullable(origins.get(setting.key()));
    }
}
