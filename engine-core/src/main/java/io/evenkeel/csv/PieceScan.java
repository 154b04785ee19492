package io.evenkeel.csv;

/**
 * What a look at all bytes of a piece tells. Immutable.
 *
 * @param function what its bytes do to the state before them, as {@link CsvTransitions} packs it
 * @param lineFeeds how many there are
 */
public record PieceScan(int function, long lineFeeds) {}
