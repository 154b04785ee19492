package io.evenkeel.shuffle;

import io.evenkeel.sketch.KeySketch;
import java.io.Serializable;

/**
 * What a map task counted while it wrote, for the driver alone: readers get the {@link MapStatus}. Immutable by
 * convention: the arrays are handed over, nobody writes to them any more.
 *
 * @param reducerBytes bytes on disk per reducer
 * @param reducerRecords records per reducer
 * @param keys which keys have many of the records; of no records if nobody looked
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, at task end; copying a million longs would be waste
public record MapStatistics(long[] reducerBytes, long[] reducerRecords, KeySketch keys) implements Serializable {}
