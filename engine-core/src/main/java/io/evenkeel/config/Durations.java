package io.evenkeel.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them in settings. */
final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d+)\\s*(ms|s|m|min|h|d)?");

    private Durations() {}

    static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a time");
        }
        long count = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        return switch (unit) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m", "min" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    static String format(Duration time) {
        long millis = time.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        return time.toSeconds() % 60 == 0 && millis != 0 ? time.toMinutes() + "min" : time.toSeconds() + "s";
    }
}
