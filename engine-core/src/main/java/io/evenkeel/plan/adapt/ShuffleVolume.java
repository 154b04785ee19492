package io.evenkeel.plan.adapt;

import io.evenkeel.sketch.KeySketch;
import java.util.Arrays;

/**
 * How much a complete shuffle holds. Exact, unless map outputs were lost and made again meanwhile: those that had gone
 * were subtracted by what their status says, which is exact for large shares only. Immutable by convention: nobody writes
 * to the arrays.
 *
 * @param maps how many maps wrote it
 * @param bytes bytes on disk per reducer
 * @param records records per reducer
 * @param keys which keys have many of the records; of no records if nobody looked
 */
@SuppressWarnings("ArrayRecordComponent") // copied by the caller once, read by all rules
public record ShuffleVolume(int maps, long[] bytes, long[] records, KeySketch keys) {

    public long totalBytes() {
        return Arrays.stream(bytes).sum();
    }

    public long totalRecords() {
        return Arrays.stream(records).sum();
    }
}
