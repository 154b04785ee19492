package io.evenkeel.shuffle.read;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.MapIndex;

/**
 * A run of whole records, read, checked and decompressed. Valid until the reader's next call: the array is used again.
 *
 * @param map whose output it comes from
 * @param layout how its records are encoded
 * @param bytes the array that holds them
 * @param length how many bytes they take, from index 0
 * @param records how many they are
 * @param from the first record that is asked for; those before it belong to another reader
 * @param to the record behind the last one that is asked for
 */
@SuppressWarnings("ArrayRecordComponent") // a window onto the reader's buffer, documented as such
public record Chunk(MapIndex map, RecordLayout layout, byte[] bytes, int length, int records, int from, int to) {

    /** Whether all records are asked for. */
    public boolean isWhole() {
        return from == 0 && to == records;
    }
}
