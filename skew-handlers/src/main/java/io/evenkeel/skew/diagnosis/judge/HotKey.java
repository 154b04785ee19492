package io.evenkeel.skew.diagnosis.judge;

/**
 * A key that has much of what a stage reads, with bounds. Immutable.
 *
 * @param key a sample of it as text, or its hash
 * @param atLeast records it has at least
 * @param atMost and at most
 * @param shareAtLeast the same as a share of all records of the shuffle
 * @param writtenBy the stage that wrote them
 */
public record HotKey(String key, long atLeast, long atMost, double shareAtLeast, double shareAtMost, int writtenBy) {

    /** The share in words: {@code 58 %}, or {@code 58 % to 61 %}. */
    public String share() {
        String low = Words.percent(shareAtLeast);
        String high = Words.percent(shareAtMost);
        return low.equals(high) ? low : low + " to " + high;
    }
}
