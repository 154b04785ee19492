package io.evenkeel.config;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One thing that can be set: its key, default, form, bounds and description, declared once beside the component that
 * uses it. Immutable.
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {

    private final String key;
    private final String defaultText;
    private final String form;
    private final String description;
    private final List<String> aliases;
    private final boolean idleInLocalMode;
    private final Function<String, T> parser;

    private Setting(
            String key,
            String defaultText,
            String form,
            String description,
            List<String> aliases,
            boolean idleInLocalMode,
            Function<String, T> parser) {
        this.key = key;
        this.defaultText = defaultText;
        this.form = form;
        this.description = description;
        this.aliases = List.copyOf(aliases);
        this.idleInLocalMode = idleInLocalMode;
        this.parser = parser;
    }

    private Setting(String key, String defaultText, String form, String description, Function<String, T> parser) {
        this(key, defaultText, form, description, List.of(), false, parser);
    }

    /**
     * A value of any other form.
     *
     * @param form what a value looks like, in words
     * @param parser reads a value; throws {@link IllegalArgumentException} when it can't
     */
    public static <T> Setting<T> of(
            String key, String defaultText, String form, String description, Function<String, T> parser) {
        return new Setting<>(key, defaultText, form, description, parser);
    }

    /** A whole number between two bounds, both included. */
    public static Setting<Integer> integer(String key, int defaultValue, int min, int max, String description) {
        String form = max == Integer.MAX_VALUE ? "whole number from " + min : "whole number from " + min + " to " + max;
        return new Setting<>(key, Integer.toString(defaultValue), form, description, text -> {
            int value = Integer.parseInt(text.strip());
            if (value < min || value > max) {
                throw new IllegalArgumentException("out of bounds");
            }
            return value;
        });
    }

    /** A number between two bounds, both included. */
    public static Setting<Double> fraction(
            String key, double defaultValue, double min, double max, String description) {
        return new Setting<>(
                key, Double.toString(defaultValue), "number from " + min + " to " + max, description, text -> {
                    double value = Double.parseDouble(text.strip());
                    if (!(value >= min && value <= max)) {
                        throw new IllegalArgumentException("out of bounds");
                    }
                    return value;
                });
    }

    public static Setting<Boolean> flag(String key, boolean defaultValue, String description) {
        return new Setting<>(
                key, Boolean.toString(defaultValue), "true or false", description, text -> switch (text.strip()
                        .toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new IllegalArgumentException("neither true nor false");
                });
    }

    /** Any text. */
    public static Setting<String> text(String key, String defaultValue, String form, String description) {
        return new Setting<>(key, defaultValue, form, description, text -> text);
    }

    /** One of the constants of an enum, written in lower case with hyphens. */
    public static <E extends Enum<E>> Setting<E> choice(String key, E defaultValue, String description) {
        E[] constants = defaultValue.getDeclaringClass().getEnumConstants();
        String form = Arrays.stream(constants).map(Setting::word).collect(Collectors.joining(", ", "one of ", ""));
        return new Setting<>(key, word(defaultValue), form, description, text -> {
            String wanted = text.strip().toLowerCase(Locale.ROOT);
            for (E constant : constants) {
                if (word(constant).equals(wanted)) {
                    return constant;
                }
            }
            throw new IllegalArgumentException("no such choice");
        });
    }

    /** A size between two bounds; a number without a unit is in {@code unit} ({@code b}, {@code k}, {@code m}). */
    public static Setting<ByteSize> size(
            String key, ByteSize defaultValue, String unit, ByteSize min, ByteSize max, String description) {
        String upTo = max.bytes() == Long.MAX_VALUE ? "" : " to " + max;
        String form = "size from " + min + upTo + "; without a unit in " + unit;
        return new Setting<>(key, defaultValue.toString(), form, description, text -> {
            ByteSize value = ByteSize.parse(text, unit);
            if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
                throw new IllegalArgumentException("out of bounds");
            }
            return value;
        });
    }

    /** A time, such as {@code 5s} or {@code 100ms}; a number without a unit is in seconds. */
    public static Setting<Duration> duration(String key, Duration defaultValue, String description) {
        return new Setting<>(
                key,
                Durations.format(defaultValue),
                "time such as 100ms, 5s, 2min, 1h; without a unit in seconds",
                description,
                Durations::parse);
    }

    /** The same setting, also found under other keys: names that Spark's guides use. */
    public Setting<T> withAliases(String... keys) {
        return new Setting<>(key, defaultText, form, description, List.of(keys), idleInLocalMode, parser);
    }

    /** The same setting, marked as one that is accepted but changes nothing in {@code local[N]}. */
    public Setting<T> withoutEffectInLocalMode() {
        return new Setting<>(key, defaultText, form, description, aliases, true, parser);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String key() {
        return key;
    }

    public String defaultText() {
        return defaultText;
    }

    /** What a value looks like, in words. */
    public String form() {
        return form;
    }

    public String description() {
        return description;
    }

    public List<String> aliases() {
        return aliases;
    }

    /** Whether it is accepted but changes nothing in {@code local[N]}. */
    public boolean idleInLocalMode() {
        return idleInLocalMode;
    }

    public T defaultValue() {
        return parser.apply(defaultText);
    }

    /**
     * Reads a value.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_CONFIGURATION}, naming key, value and form
     */
    public T parse(String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION, key + ": '" + text + "' is not a valid value (" + form + ")", e);
        }
    }
}
