package io.evenkeel.event;

/**
 * A key that has many of a shuffle's records. Its count is known between two bounds. Immutable.
 *
 * @param sample the key as text, shortened
 * @param atLeast it has at least so many records
 * @param atMost and at most so many
 */
public record HotKey(String sample, long atLeast, long atMost) {

    /** Refuses bounds that are not bounds. */
    public HotKey {
        if (atLeast < 0 || atMost < atLeast) {
            throw new IllegalArgumentException("a key can't have between " + atLeast + " and " + atMost + " records");
        }
    }
}
