package io.evenkeel.parquet;

import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import org.apache.parquet.io.api.Binary;

/** How the physical values of a column become values of Java. They throw what they like at one that can't. Immutable. */
sealed interface Decoding {

    /** Of 32-bit numbers. */
    record OfInt(IntFunction<Object> value) implements Decoding {}

    /** Of 64-bit numbers. */
    record OfLong(LongFunction<Object> value) implements Decoding {}

    /** Of floating-point numbers of 32 bits. */
    record OfFloat(DoubleFunction<Object> value) implements Decoding {}

    /** Of floating-point numbers of 64 bits. */
    record OfDouble(DoubleFunction<Object> value) implements Decoding {}

    /** Of truth values. */
    record OfBoolean() implements Decoding {}

    /** Of bytes. */
    record OfBinary(Function<Binary, Object> value) implements Decoding {}
}
