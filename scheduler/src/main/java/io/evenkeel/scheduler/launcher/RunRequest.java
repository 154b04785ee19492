package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.ConfigurationLayer;
import io.evenkeel.config.ConfigurationResolver;
import io.evenkeel.config.ResolvedConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.ParseResult;

/**
 * What the command line of a command says, without judging it. Immutable.
 *
 * @param flags the flags that are settings, in the order of the enum
 * @param pairs values of {@code --conf}, in the order they were written
 * @param propertiesFile the file of {@code --properties-file}
 * @param mainClass the class of {@code --class}
 * @param verbose whether {@code --verbose} was there
 * @param operands the first word that is no flag, and everything behind it
 */
record RunRequest(
        Map<SettingFlag, String> flags,
        List<String> pairs,
        Optional<String> propertiesFile,
        Optional<String> mainClass,
        boolean verbose,
        List<String> operands) {

    RunRequest {
        flags = Collections.unmodifiableMap(new EnumMap<>(flags));
        pairs = List.copyOf(pairs);
        operands = List.copyOf(operands);
    }

    static RunRequest of(ParseResult parsed) {
        Map<SettingFlag, String> flags = new EnumMap<>(SettingFlag.class);
        for (SettingFlag flag : SettingFlag.values()) {
            if (flag.isSwitch()) {
                if (parsed.hasMatchedOption(flag.flag())) {
                    flags.put(flag, "true");
                }
            } else {
                valueOf(parsed, flag.flag()).ifPresent(value -> flags.put(flag, value));
            }
        }
        return new RunRequest(
                flags,
                List.of(parsed.matchedOptionValue(CommandGrammar.CONF, new String[0])),
                valueOf(parsed, CommandGrammar.PROPERTIES_FILE),
                valueOf(parsed, CommandGrammar.CLASS),
                parsed.hasMatchedOption(CommandGrammar.VERBOSE),
                List.of(parsed.matchedPositionalValue(0, new String[0])));
    }

    private static Optional<String> valueOf(ParseResult parsed, String flag) {
        return parsed.hasMatchedOption(flag) ? Optional.of(parsed.matchedOptionValue(flag, "")) : Optional.empty();
    }

    /** The layers of settings that hold for the request, the one that wins first. */
    ResolvedConfiguration resolve(Surroundings surroundings) {
        List<ConfigurationLayer> layers = new ArrayList<>();
        flags.forEach((flag, value) -> layers.add(
                new ConfigurationLayer(flag.flag(), Map.of(flag.setting().key(), value))));
        layers.add(pairLayer());
        layers.add(ConfigurationLayer.ofSystemProperties(surroundings.properties()));
        propertiesFile.map(Path::of).map(ConfigurationLayer::ofFile).ifPresent(layers::add);
        surroundings
                .defaultsFile()
                .filter(Files::exists)
                .map(ConfigurationLayer::ofFile)
                .ifPresent(layers::add);
        return new ConfigurationResolver(surroundings.catalog()).resolve(layers);
    }

    /** The settings of {@code --conf}; of two with one key the later counts. */
    private ConfigurationLayer pairLayer() {
        Map<String, String> values = new TreeMap<>();
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                throw new LaunchException(
                        ExitCode.WRONG_USAGE, CommandGrammar.CONF + " takes KEY=VALUE, not '" + pair + "'");
            }
            values.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return new ConfigurationLayer(CommandGrammar.CONF, values);
    }
}
