package io.evenkeel.text;

import io.evenkeel.config.ByteSize;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * How one text input is read. Immutable.
 *
 * @param charsetName the charset's canonical name; one in which the byte 0x0A is a newline and nothing else
 * @param malformed what happens to bytes that are no text
 * @param lineEnding where a line ends
 * @param minPartitions how many partitions are wanted at least; small inputs and compressed files give fewer
 * @param minSplitBytes files are not cut into pieces smaller than this
 * @param maxSplitBytes how much one partition reads at most
 * @param maxLineBytes a longer line fails the job
 */
public record TextOptions(
        String charsetName,
        Malformed malformed,
        LineEnding lineEnding,
        int minPartitions,
        long minSplitBytes,
        long maxSplitBytes,
        int maxLineBytes)
        implements Serializable {

    /** Refuses what can't be: a charset in which lines can't be found by their newline byte, sizes below 1. */
    public TextOptions {
        if (!TextCharsets.isReadable(charsetName)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "text can't be read as " + charsetName + ": only UTF-8, US-ASCII, ISO-8859-x and windows-125x can");
        }
        if (minPartitions < 1 || minSplitBytes < 1 || maxSplitBytes < 1 || maxLineBytes < 1) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "partitions and sizes of a text input start at 1: " + minPartitions + " partitions, splits of "
                            + minSplitBytes + " to " + maxSplitBytes + " bytes, lines of " + maxLineBytes + " bytes");
        }
    }

    /** UTF-8, lines that end at {@code \n} or {@code \r\n}, and the rest as set. */
    public static TextOptions of(TextSettings settings, int minPartitions) {
        return new TextOptions(
                StandardCharsets.UTF_8.name(),
                settings.malformed(),
                LineEnding.LF_OR_CRLF,
                minPartitions,
                settings.minSplitSize().bytes(),
                settings.maxSplitSize().bytes(),
                Math.toIntExact(settings.maxLineLength().bytes()));
    }

    public Charset charset() {
        return Charset.forName(charsetName);
    }

    public TextOptions withCharset(Charset changed) {
        return new TextOptions(
                changed.name(), malformed, lineEnding, minPartitions, minSplitBytes, maxSplitBytes, maxLineBytes);
    }

    public TextOptions withMalformed(Malformed changed) {
        return new TextOptions(
                charsetName, changed, lineEnding, minPartitions, minSplitBytes, maxSplitBytes, maxLineBytes);
    }

    public TextOptions withLineEnding(LineEnding changed) {
        return new TextOptions(
                charsetName, malformed, changed, minPartitions, minSplitBytes, maxSplitBytes, maxLineBytes);
    }

    public TextOptions withMinPartitions(int changed) {
        return new TextOptions(charsetName, malformed, lineEnding, changed, minSplitBytes, maxSplitBytes, maxLineBytes);
    }

    /** Pieces of at least and at most so much; the smaller bound gives way. */
    public TextOptions withSplitSizes(ByteSize min, ByteSize max) {
        return new TextOptions(
                charsetName, malformed, lineEnding, minPartitions, min.bytes(), max.bytes(), maxLineBytes);
    }

    /** Longer lines fail the job; 1 GB is the most. */
    public TextOptions withMaxLineLength(ByteSize changed) {
        int bytes = Math.toIntExact(Math.min(
                changed.bytes(), TextSettings.MAX_LINE_LENGTH.defaultValue().bytes()));
        return new TextOptions(charsetName, malformed, lineEnding, minPartitions, minSplitBytes, maxSplitBytes, bytes);
    }
}
