package io.evenkeel.config;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes one configuration of raw settings from several origins: replaces aliases by keys, refuses what no component
 * declares, checks every value, and lets the higher origin win. Immutable.
 */
public final class ConfigurationResolver {

    private final SettingCatalog catalog;

    public ConfigurationResolver(SettingCatalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Resolves layers, the one that wins first.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_CONFIGURATION} for an unknown key (naming the nearest known
     *     one), a value that its setting refuses, or two names of one setting with different values in one layer
     */
    public ResolvedConfiguration resolve(List<ConfigurationLayer> layers) {
        Map<String, String> values = new TreeMap<>();
        Map<String, String> origins = new TreeMap<>();
        for (ConfigurationLayer layer : layers) {
            canonical(layer).forEach((key, value) -> {
                if (values.putIfAbsent(key, value) == null) {
                    origins.put(key, layer.origin());
                }
            });
        }
        return new ResolvedConfiguration(Configuration.of(values), origins);
    }

    private Map<String, String> canonical(ConfigurationLayer layer) {
        Map<String, String> values = new TreeMap<>();
        Map<String, String> writtenAs = new HashMap<>();
        layer.values().forEach((name, value) -> {
            Setting<?> setting = catalog.find(name).orElseThrow(() -> unknown(name, layer));
            check(setting, name, value, layer);
            String otherName = writtenAs.putIfAbsent(setting.key(), name);
            String otherValue = values.putIfAbsent(setting.key(), value);
            if (otherName != null && otherValue != null && !otherValue.equals(value)) {
                throw new EngineException(
                        ErrorCode.INVALID_CONFIGURATION,
                        otherName + "=" + otherValue + " and " + name + "=" + value + " (" + layer.origin()
                                + ") set the same thing to different values: keep one of them");
            }
        });
        return values;
    }

    private EngineException unknown(String name, ConfigurationLayer layer) {
        return new EngineException(
                ErrorCode.INVALID_CONFIGURATION,
                "unknown setting '" + name + "' (" + layer.origin() + "); the nearest known one is '"
                        + catalog.nearest(name) + "', and 'evenkeel config' lists all");
    }

    private static void check(Setting<?> setting, String name, String value, ConfigurationLayer layer) {
        try {
            setting.parse(value);
        } catch (EngineException e) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    name + "=" + value + " (" + layer.origin() + "): not a valid value; valid is: " + setting.form(),
                    e);
        }
    }
}
