package io.evenkeel.sort;

/**
 * The order of records whose prefixes are equal. Must be a total preorder; records that compare as equal stay in the
 * order of their insertion.
 *
 * <p>Used on the task's thread only.
 */
@FunctionalInterface
public interface RecordComparator {

    /** Compares two encoded records; neither array may be changed. */
    int compare(byte[] left, int leftOffset, int leftLength, byte[] right, int rightOffset, int rightLength);
}
