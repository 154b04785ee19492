package io.evenkeel.sketch;

import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;

/**
 * How hot keys are looked for while a shuffle is written. Immutable.
 *
 * @param keys how finely: keys with more than one in so many of the records are found; 0 for not at all
 * @param minRecords a shuffle with fewer records is not worth a word
 * @param minShare a key with a smaller share of the records is not worth a word
 */
public record SketchSettings(int keys, long minRecords, double minShare) {

    public static final Setting<Integer> KEYS = Setting.integer(
            "evenkeel.skew.sketch.keys",
            256,
            0,
            1 << 16,
            "How finely each map task looks for keys with many records: those with more than one in so many are found. "
                    + "It takes about 150 bytes for each; 0 looks for none.");

    public static final Setting<Integer> MIN_RECORDS = Setting.integer(
            "evenkeel.skew.hotKey.minRecords",
            10_000,
            0,
            Integer.MAX_VALUE,
            "In shuffles with fewer records hot keys are not reported.");

    public static final Setting<Double> MIN_SHARE = Setting.fraction(
            "evenkeel.skew.hotKey.minShare",
            0.01,
            0,
            1,
            "Keys with a smaller share of a shuffle's records are not reported as hot; nor are those that don't at least "
                    + "double the work of their reducer.");

    public static SketchSettings from(Configuration configuration) {
        return new SketchSettings(
                configuration.get(KEYS), configuration.get(MIN_RECORDS), configuration.get(MIN_SHARE));
    }

    /** Whether map tasks look for hot keys. */
    public boolean enabled() {
        return keys > 0;
    }
}
