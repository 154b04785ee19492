package io.evenkeel.skew.diagnosis.log;

/**
 * How well a log could be read.
 *
 * @param lines lines that are not empty
 * @param events lines that are events known to this version or to the listeners of other products
 * @param damagedLines lines that are no JSON, or whose fields have impossible values
 * @param unknownEvents events whose name is not one of Spark's
 * @param longLines lines over the limit
 * @param cut whether the last line or the compressed stream ends in the middle
 */
public record LogQuality(
        long bytes, long lines, long events, long damagedLines, long unknownEvents, long longLines, boolean cut) {}
