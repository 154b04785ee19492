package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A 64-bit hash of what values contain, equal wherever {@link StructuralEquality} says equal, and the same on every JVM.
 *
 * <p>A key is hashed once. Which reducer it belongs to comes from the high bits ({@link #reducer}), its place in a table
 * from others ({@link #slot}), so that the keys of one reducer still spread over its table. All bits are well mixed, but
 * there is no secret: keys made to collide can collide.
 *
 * <p>Each step of the hash, {@code (hash ^ word) * odd} and a shift, is a permutation of the hash for a given word and of
 * the word for a given hash: inputs that differ in one word never collide before the next word.
 */
public final class StructuralHash {

    private static final long MULTIPLIER = 0x9FB21C651E98DF25L;
    private static final long FINISHER = 0xBF58476D1CE4E5B9L;
    private static final long MULTIPLIER_INVERSE = inverse(MULTIPLIER);
    private static final long FINISHER_INVERSE = inverse(FINISHER);
    private static final long START = 0x243F6A8885A308D3L;
    private static final long NULL = mix(START ^ 1);
    private static final long INTEGER = 0x13198A2E03707344L;
    private static final long LONG = 0xA4093822299F31D0L;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private StructuralHash() {}

    /**
     * The hash of a value.
     *
     * @throws EngineException with {@link ErrorCode#KEY_WITHOUT_EQUALITY} if the value, or one within it, is of a class
     *     that can't be a key
     */
    public static long hash(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof String text) {
            return hashString(text);
        }
        if (value instanceof Long number) {
            return mix(number ^ LONG);
        }
        if (value instanceof Integer number) {
            return mix(number ^ INTEGER);
        }
        if (value instanceof UUID id) {
            return finish(step(step(START, id.getMostSignificantBits()), id.getLeastSignificantBits()));
        }
        return KeyShape.of(value.getClass()).hash(value);
    }

    /** The hash of a part of an array of bytes, of which eight are taken at a time. */
    public static long hashBytes(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        long hash = START ^ length;
        int end = offset + length;
        int position = offset;
        for (; end - position >= Long.BYTES; position += Long.BYTES) {
            hash = step(hash, (long) LONGS.get(bytes, position));
        }
        if (position < end) {
            hash = step(hash, tail(bytes, offset, position, end));
        }
        return finish(hash);
    }

    /**
     * Gives back the bytes of which {@link #hashBytes} made a hash, if they were eight at most: for one length, such a hash
     * is a permutation of them.
     *
     * @param length how many they were
     */
    public static void unhash(long hash, byte[] target, int offset, int length) {
        long word = (hash ^ hash >>> 32) * FINISHER_INVERSE;
        word ^= word >>> 29 ^ word >>> 58;
        word = (word ^ word >>> 32) * MULTIPLIER_INVERSE ^ START ^ length;
        if (length == Long.BYTES) {
            LONGS.set(target, offset, word);
        } else if (length >= Integer.BYTES) {
            INTS.set(target, offset, (int) (word >>> 32));
            INTS.set(target, offset + length - Integer.BYTES, (int) word);
        } else {
            for (int i = length - 1; i >= 0; i--) {
                target[offset + i] = (byte) word;
                word >>>= 8;
            }
        }
    }

    /** The number whose product with an odd one is 1: each round doubles how many of its bits are right. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    /** The last one to seven bytes as a number; with earlier ones before them where there are. */
    private static long tail(byte[] bytes, int offset, int position, int end) {
        if (end - offset >= Long.BYTES) {
            return (long) LONGS.get(bytes, end - Long.BYTES);
        }
        if (end - position >= Integer.BYTES) {
            long high = (int) INTS.get(bytes, position);
            return high << 32 | ((int) INTS.get(bytes, end - Integer.BYTES) & 0xFFFFFFFFL);
        }
        long word = 0;
        for (int i = position; i < end; i++) {
            word = word << 8 | (bytes[i] & 0xFF);
        }
        return word;
    }

    static long hashString(String text) {
        int length = text.length();
        long hash = START ^ length;
        int position = 0;
        for (; length - position >= 4; position += 4) {
            long high = (long) text.charAt(position) << 48 | (long) text.charAt(position + 1) << 32;
            hash = step(hash, high | (long) text.charAt(position + 2) << 16 | text.charAt(position + 3));
        }
        if (position < length) {
            long word = 0;
            for (; position < length; position++) {
                word = word << 16 | text.charAt(position);
            }
            hash = step(hash, word);
        }
        return finish(hash);
    }

    /** The hash of a string whose chars are a byte each. */
    static long hashNarrowString(byte[] chars, int offset, int length) {
        long hash = START ^ length;
        int end = offset + length;
        int position = offset;
        for (; end - position >= Integer.BYTES; position += Integer.BYTES) {
            hash = step(hash, charsOf((int) INTS.get(chars, position)));
        }
        if (position == end) {
            return finish(hash);
        }
        int last = 0;
        if (length >= Integer.BYTES) {
            int hashed = Integer.BYTES - (end - position);
            last = (int) INTS.get(chars, end - Integer.BYTES) & (-1 >>> (Byte.SIZE * hashed));
        } else {
            for (int i = position; i < end; i++) {
                last = last << 8 | (chars[i] & 0xFF);
            }
        }
        return finish(step(hash, charsOf(last)));
    }

    /** Four bytes as four chars. */
    private static long charsOf(int bytes) {
        long chars = bytes & 0xFFFFFFFFL;
        chars = (chars | chars << 16) & 0x0000FFFF0000FFFFL;
        return (chars | chars << 8) & 0x00FF00FF00FF00FFL;
    }

    /** The reducer of a key with this hash, from 0 to {@code reducers - 1}. */
    public static int reducer(long hash, int reducers) {
        long high = Math.multiplyHigh(hash, reducers);
        return (int) (hash < 0 ? high + reducers : high);
    }

    /**
     * Where to begin to look for a key with this hash in a table.
     *
     * @param mask size of the table, a power of two, less 1
     */
    public static int slot(long hash, int mask) {
        return (int) ((hash * MULTIPLIER) >>> 32) & mask;
    }

    /** The bits of a number that are equal for equal keys: one zero, one NaN. */
    static long bits(double value) {
        return value == 0 ? 0L : Double.doubleToLongBits(value);
    }

    static long bits(boolean value) {
        return value ? 1 : 0;
    }

    static long step(long hash, long word) {
        long next = (hash ^ word) * MULTIPLIER;
        return next ^ (next >>> 32);
    }

    static long finish(long hash) {
        long next = (hash ^ (hash >>> 29)) * FINISHER;
        return next ^ (next >>> 32);
    }

    static long mix(long word) {
        return finish(step(START, word));
    }
}
