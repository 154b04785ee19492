package io.evenkeel.codec;

import org.jspecify.annotations.Nullable;

/**
 * Writes values of one kind as bytes and reads them back.
 *
 * <p>Encodings delimit themselves: {@link #read} and {@link #skip} consume exactly what {@link #write} produced, so
 * values stand one after another without lengths between them. Contract, held by {@code CodecContract} for every codec:
 * the round trip gives an equal value; a canonical codec writes equal values as equal bytes and unequal ones as unequal
 * bytes; an ordered codec compares encodings as the values compare.
 *
 * <p>Codecs are immutable and thread-safe unless their class says "confined".
 */
public interface Codec<T> {

    /** What {@link CodecRegistry#fromDescriptor} rebuilds this codec from; equal for codecs that read each other. */
    String descriptor();

    /** Whether {@link #write} can take this value; null is a value like any other. */
    boolean accepts(@Nullable Object value);

    void write(T value, ByteWriter out);

    T read(ByteReader in);

    /** Moves behind one value without building it. */
    default void skip(ByteReader in) {
        read(in);
    }

    /** Whether equal values (by {@link StructuralEquality}) have equal bytes, and unequal ones unequal bytes. */
    boolean canonical();

    /**
     * Whether the codec is canonical and all encodings have one length, of eight bytes at most: values are equal if {@link
     * StructuralHash#hashBytes} of their encodings is.
     */
    default boolean isOneWord() {
        return false;
    }

    /**
     * The {@link StructuralHash} of a value that was written at the given offset: some codecs have it faster from bytes.
     *
     * @throws io.evenkeel.error.EngineException if values of its class can't be keys
     */
    default long hash(@Nullable T value, byte[] encoded, int offset) {
        return StructuralHash.hash(value);
    }

    /** Whether {@link #compareEncoded} may be called: the values have a natural order and it can be told from bytes. */
    default boolean ordered() {
        return false;
    }

    /**
     * Compares two encodings that start at the given offsets, as the natural order of the values does.
     *
     * @throws UnsupportedOperationException if the codec is not {@link #ordered}
     */
    default int compareEncoded(byte[] left, int leftOffset, byte[] right, int rightOffset) {
        throw new UnsupportedOperationException(descriptor() + " is not ordered");
    }

    /**
     * The first bits of the natural order: of two values with different prefixes the one with the smaller prefix,
     * unsigned, is the smaller value. Zero where nothing is known; read from an encoding at the given offset.
     */
    default long orderPrefix(byte[] encoded, int offset) {
        return 0;
    }
}
