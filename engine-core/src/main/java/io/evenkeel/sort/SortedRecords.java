package io.evenkeel.sort;

import java.io.IOException;

/** Encoded records in order. Confined as {@link RecordCursor} is. */
public interface SortedRecords extends RecordCursor {

    /** The record's 64 bits that come first in the order, unsigned. */
    long prefix();

    /** Frees the memory and deletes the files behind the records. Idempotent. */
    @Override
    void close() throws IOException;
}
