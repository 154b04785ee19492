package io.evenkeel.storage.block;

/**
 * Some rows, encoded one after another by one codec. Immutable by convention: nobody writes to the array.
 *
 * @param codec descriptor of the codec
 * @param bytes holds them from index 0
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, or shared for reading
public record RowChunk(String codec, int rows, byte[] bytes, int length) {}
