package io.evenkeel.event.log;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What an event log says of the application as a whole. Immutable.
 *
 * @param name for people
 * @param master where its jobs run
 * @param startMillis since 1970
 * @param settings what was set, by key and by Spark's names
 * @param systemProperties of the JVM
 */
public record ApplicationFacts(
        String name,
        String master,
        long startMillis,
        Map<String, String> settings,
        Map<String, String> systemProperties) {

    /** Copies the maps. */
    public ApplicationFacts {
        settings = Map.copyOf(settings);
        systemProperties = Map.copyOf(systemProperties);
    }

    /** Takes over the system properties that are text. */
    public static ApplicationFacts of(
            String name, String master, long startMillis, Map<String, String> settings, Properties properties) {
        Map<String, String> texts = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            texts.put(key, properties.getProperty(key));
        }
        return new ApplicationFacts(name, master, startMillis, settings, texts);
    }

    String property(String key) {
        return systemProperties.getOrDefault(key, "");
    }

    /** The parts of the class path. */
    List<String> classPath() {
        String separator = systemProperties.getOrDefault("path.separator", ":");
        return Arrays.stream(property("java.class.path").split(Pattern.quote(separator), -1))
                .filter(part -> !part.isEmpty())
                .toList();
    }
}
