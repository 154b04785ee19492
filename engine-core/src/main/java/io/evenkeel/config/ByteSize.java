package io.evenkeel.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes, written as people write it: {@code 48m}, {@code 32k}, {@code 1g}, {@code 512}. Immutable. */
public record ByteSize(long bytes) implements Comparable<ByteSize> {

    private static final Pattern FORM = Pattern.compile("(\\d+)\\s*(b|k|kb|m|mb|g|gb|t|tb)?");

    /** Refuses negative sizes. */
    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("size must not be negative: " + bytes);
        }
    }

    /** Reads a size; a number without a unit is in {@code defaultUnit} ({@code b}, {@code k}, {@code m}, {@code g}). */
    public static ByteSize parse(String text, String defaultUnit) {
        Matcher matcher = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a size such as 512m or 4g: '" + text + "'");
        }
        String unit = matcher.group(2) == null ? defaultUnit : matcher.group(2);
        int shift = switch (unit.charAt(0)) {
            case 'b' -> 0;
            case 'k' -> 10;
            case 'm' -> 20;
            case 'g' -> 30;
            case 't' -> 40;
            default -> throw new IllegalArgumentException("unknown unit: " + unit);
        };
        try {
            return new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift));
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("size is too large: '" + text + "'", e);
        }
    }

    public static ByteSize ofKib(long kib) {
        return new ByteSize(Math.multiplyExact(kib, 1024L));
    }

    public static ByteSize ofMib(long mib) {
        return new ByteSize(Math.multiplyExact(mib, 1024L * 1024));
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The largest unit that divides it without rest, such as {@code 48m}. */
    @Override
    public String toString() {
        String units = "bkmgt";
        int unit = 0;
        long value = bytes;
        while (unit < 4 && value != 0 && value % 1024 == 0) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? value + "b" : value + units.substring(unit, unit + 1);
    }
}
