package io.evenkeel.skew.diagnosis.judge;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Numbers as people read them: three digits and a unit. */
public final class Words {

    private static final String[] BYTE_UNITS = {"B", "KB", "MB", "GB", "TB", "PB"};
    private static final String[] COUNT_UNITS = {"", " k", " M", " G", " T", " P"};

    private static final String HASHED = "sha256:";
    private static final int HASH_CHARS = 16;

    private Words() {}

    /** A size in powers of 1024, such as {@code 57.1 MB}. */
    public static String bytes(double bytes) {
        return scaled(bytes, 1024, BYTE_UNITS, " ");
    }

    /** The same for whole bytes. */
    public static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    /** The same for whole counts. */
    public static String count(long count) {
        return count((double) count);
    }

    /** A count, such as {@code 8.74 M}; exact below ten thousand. */
    public static String count(double count) {
        return count < 10_000 ? String.format(Locale.ROOT, "%.0f", count) : scaled(count, 1000, COUNT_UNITS, "");
    }

    /** The same for whole milliseconds. */
    public static String time(long millis) {
        return time((double) millis);
    }

    /** A time, such as {@code 430 ms}, {@code 6.4 s}, {@code 12 min 5 s} or {@code 3 h 20 min}. */
    public static String time(double millis) {
        if (millis < 1_000) {
            return String.format(Locale.ROOT, "%.0f ms", millis);
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1_000);
        }
        long seconds = Math.round(millis / 1_000);
        if (seconds < 3_600) {
            return seconds / 60 + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
        }
        long minutes = seconds / 60;
        return minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
    }

    /** A ratio, such as {@code 11.5x}; a dash where it says nothing. */
    public static String ratio(double ratio) {
        if (Double.isNaN(ratio)) {
            return "-";
        }
        return ratio < 10
                ? String.format(Locale.ROOT, "%.2gx", ratio)
                : String.format(Locale.ROOT, ratio < 100 ? "%.1fx" : "%.0fx", ratio);
    }

    /** A share from 0 to 1 in percent. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, share > 0 && share < 0.01 ? "%.1f %%" : "%.0f %%", share * 100);
    }

    /** With a capital letter and a full stop. */
    public static String sentence(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }

    /** {@code 1 task}, {@code 3 tasks}. */
    public static String plural(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String scaled(double value, int step, String[] units, String gap) {
        int unit = 0;
        double scaled = value;
        while (scaled >= step && unit < units.length - 1) {
            scaled /= step;
            unit++;
        }
        String number = unit == 0 || scaled >= 100
                ? String.format(Locale.ROOT, "%.0f", scaled)
                : String.format(Locale.ROOT, scaled >= 10 ? "%.1f" : "%.2f", scaled);
        return number + gap + units[unit];
    }

    /** A hash of a key; one that is a hash already stays as it is. */
    public static String hash(String key) {
        if (key.startsWith(HASHED)) {
            return key;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HASHED + HexFormat.of().formatHex(digest).substring(0, HASH_CHARS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
