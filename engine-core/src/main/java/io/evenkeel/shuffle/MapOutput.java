package io.evenkeel.shuffle;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.TaskAttemptId;
import java.util.List;

/**
 * What a writer committed: where the index is, its checksum, and exact sizes per reducer. Immutable by convention: the
 * arrays are handed over, nobody writes to them any more.
 *
 * @param attempt the attempt that wrote it
 * @param indexFile path of the index file; the index names the data file
 * @param indexChecksum the checksum that the index ends with, so that a swapped file is noticed
 * @param layouts how its records are encoded: each layout that a record was written in
 * @param reducerBytes bytes on disk per reducer
 * @param reducerRecords records per reducer
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, at task end; copying a million longs would be waste
public record MapOutput(
        TaskAttemptId attempt,
        String indexFile,
        int indexChecksum,
        List<RecordLayout> layouts,
        long[] reducerBytes,
        long[] reducerRecords) {}
