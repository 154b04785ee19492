package io.evenkeel.broadcast;

/**
 * A part of an encoded value. Immutable by convention: nobody writes to the array.
 *
 * @param rawLength its length before compression; equal to the length of the bytes if it is not compressed
 * @param checksum CRC32C of the bytes
 */
@SuppressWarnings("ArrayRecordComponent") // shared for reading
record Piece(int rawLength, int checksum, byte[] bytes) {}
