package io.evenkeel.text;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;

/**
 * How text files are read when the program does not say otherwise. Immutable.
 *
 * @param malformed what happens to bytes that are no text
 * @param maxLineLength a longer line fails the job
 * @param minSplitSize files are not cut into pieces smaller than this
 * @param maxSplitSize how much of the input one partition reads at most
 */
public record TextSettings(Malformed malformed, ByteSize maxLineLength, ByteSize minSplitSize, ByteSize maxSplitSize) {

    public static final Setting<Malformed> MALFORMED = Setting.choice(
            "evenkeel.text.malformed",
            Malformed.REPLACE,
            "What happens to bytes that are no text in the charset: replace makes them U+FFFD and counts the line, keep "
                    + "carries them through to the text output unchanged, refuse fails the job.");

    public static final Setting<ByteSize> MAX_LINE_LENGTH = Setting.size(
            "evenkeel.text.maxLineLength",
            ByteSize.ofMib(1024),
            "b",
            ByteSize.ofKib(1),
            ByteSize.ofMib(1024),
            "The longest line that is read; a longer one fails the job. A line is held in memory whole.");

    public static final Setting<ByteSize> MIN_SPLIT_SIZE = Setting.size(
            "evenkeel.text.minSplitSize",
            ByteSize.ofKib(16),
            "b",
            new ByteSize(1),
            new ByteSize(1L << 50),
            "Text input is not cut into pieces smaller than this, however many partitions are wanted.");

    public static final Setting<ByteSize> MAX_SPLIT_SIZE = Setting.size(
                    "evenkeel.text.maxSplitSize",
                    ByteSize.ofMib(128),
                    "b",
                    new ByteSize(1),
                    new ByteSize(1L << 50),
                    "How much text input one partition reads at most; compressed files are not cut.")
            .withAliases("spark.sql.files.maxPartitionBytes");

    public static TextSettings from(Configuration configuration) {
        return new TextSettings(
                configuration.get(MALFORMED),
                configuration.get(MAX_LINE_LENGTH),
                configuration.get(MIN_SPLIT_SIZE),
                configuration.get(MAX_SPLIT_SIZE));
    }
}
