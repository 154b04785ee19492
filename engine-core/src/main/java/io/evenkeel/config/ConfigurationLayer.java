package io.evenkeel.config;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Raw settings of one origin: keys and aliases as someone wrote them. Immutable.
 *
 * @param origin where they were written, for messages, such as {@code --conf} or the path of a file
 * @param values values by key or alias, sorted
 */
public record ConfigurationLayer(String origin, Map<String, String> values) {

    private static final String OWN_FAMILY = "evenkeel.";
    /** What the build tells its tests: no settings. */
    private static final String TEST_FAMILY = "evenkeel.test.";

    private static final String TEST_ROOT = "evenkeel.root";

    /** Copies the values. */
    public ConfigurationLayer {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    /**
     * What a file in the format of {@link Properties} says, in UTF-8: {@code key=value}, {@code key: value} or
     * {@code key value}, a {@code #} before comments. White space at the end of values is dropped.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_CONFIGURATION} if it can't be read
     */
    public static ConfigurationLayer ofFile(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (CharacterCodingException e) {
            throw new EngineException(ErrorCode.INVALID_CONFIGURATION, file + " is not UTF-8 text", e);
        } catch (IllegalArgumentException e) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    file + " has an escape that is not understood: " + e.getMessage(),
                    e);
        } catch (IOException e) {
            String problem = Files.exists(file) ? "can't be read: " + e.getMessage() : "does not exist";
            throw new EngineException(ErrorCode.INVALID_CONFIGURATION, "the settings file " + file + " " + problem, e);
        }
        Map<String, String> values = new TreeMap<>();
        properties
                .stringPropertyNames()
                .forEach(key -> values.put(key, properties.getProperty(key).strip()));
        return new ConfigurationLayer(file.toString(), values);
    }

    /**
     * The system properties that begin with {@code evenkeel.}: how the launcher hands settings to the program it starts.
     * What the build tells its tests, {@code evenkeel.root} and names under {@code evenkeel.test.}, is left out.
     */
    public static ConfigurationLayer ofSystemProperties(Properties properties) {
        Map<String, String> values = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(OWN_FAMILY) && !key.startsWith(TEST_FAMILY) && !key.equals(TEST_ROOT)) {
                values.put(key, properties.getProperty(key));
            }
        }
        return new ConfigurationLayer("system properties", values);
    }
}
