package io.evenkeel.codec;

import static io.evenkeel.codec.HostileValues.near;
import static io.evenkeel.codec.HostileValues.nearLong;

import io.evenkeel.codec.HostileValues.Weekday;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Nested;

/** Codecs that need no other, each under its contract. */
@SuppressWarnings("NullAway") // null is a value of some codecs, and generics can't say so
class LeafCodecsTest {

    @Nested
    class Booleans extends ValuesContract<Boolean> {
        Booleans() {
            super(true, Comparator.naturalOrder(), Random::nextBoolean, true, false);
        }
    }

    @Nested
    class Bytes extends ValuesContract<Byte> {
        Bytes() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    random -> (byte) random.nextInt(),
                    (byte) 0,
                    (byte) -1,
                    Byte.MIN_VALUE,
                    Byte.MAX_VALUE);
        }
    }

    @Nested
    class Shorts extends ValuesContract<Short> {
        Shorts() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    random -> (short) near(random),
                    (short) 0,
                    (short) -1,
                    (short) 255,
                    (short) 256,
                    Short.MIN_VALUE,
                    Short.MAX_VALUE);
        }
    }

    @Nested
    class Characters extends ValuesContract<Character> {
        Characters() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    random -> (char) near(random),
                    'a',
                    '\0',
                    '\u00ff',
                    '\u0100',
                    '\ud800',
                    '\uffff');
        }
    }

    @Nested
    class Integers extends ValuesContract<Integer> {
        Integers() {
            super(true, Comparator.naturalOrder(), HostileValues::near, 0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    @Nested
    class Longs extends ValuesContract<Long> {
        Longs() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    HostileValues::nearLong,
                    0L,
                    -1L,
                    1L,
                    1L << 32,
                    Long.MIN_VALUE,
                    Long.MAX_VALUE);
        }
    }

    @Nested
    class Floats extends ValuesContract<Float> {
        Floats() {
            super(
                    false,
                    Comparator.naturalOrder(),
                    random -> Float.intBitsToFloat(random.nextInt()),
                    0f,
                    -0f,
                    Float.NaN,
                    Float.NEGATIVE_INFINITY,
                    Float.POSITIVE_INFINITY,
                    Float.MIN_VALUE,
                    -Float.MIN_VALUE,
                    Float.MAX_VALUE);
        }
    }

    @Nested
    class Doubles extends ValuesContract<Double> {
        Doubles() {
            super(
                    false,
                    Comparator.naturalOrder(),
                    random -> Double.longBitsToDouble(random.nextLong()),
                    0.0,
                    -0.0,
                    Double.NaN,
                    Double.longBitsToDouble(-1L),
                    Double.NEGATIVE_INFINITY,
                    Double.POSITIVE_INFINITY,
                    Double.MIN_VALUE,
                    -Double.MIN_VALUE,
                    Double.MAX_VALUE);
        }
    }

    @Nested
    class Strings extends ValuesContract<String> {
        Strings() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    HostileValues::text,
                    "",
                    "\0",
                    "a",
                    "a\0",
                    "a\0\0\0\0\0\0\0\0",
                    "\u00ff",
                    "\u00ff\u00ffx",
                    "\u00fe",
                    "\u0100",
                    "\u0100a",
                    "\u0100b",
                    "a\u0100",
                    "\ud800",
                    "\udc00x",
                    "\ud83d\ude00",
                    "12345678",
                    "123456789",
                    "1234567\u00ff",
                    "1234567\u00ffa",
                    "1234567\u0100",
                    "x".repeat(63),
                    "x".repeat(64),
                    "x".repeat(64) + "\u2000",
                    "y".repeat(20_000));
        }
    }

    @Nested
    class ByteArrays extends ValuesContract<byte[]> {
        ByteArrays() {
            super(
                    true,
                    Arrays::compareUnsigned,
                    random -> {
                        byte[] bytes = new byte[random.nextInt(12)];
                        random.nextBytes(bytes);
                        return bytes;
                    },
                    new byte[0],
                    new byte[] {0},
                    new byte[] {0, 0},
                    new byte[] {-1},
                    new byte[] {127},
                    new byte[200]);
        }
    }

    @Nested
    class Uuids extends ValuesContract<UUID> {
        Uuids() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    random -> new UUID(nearLong(random), nearLong(random)),
                    new UUID(0, 0),
                    new UUID(-1, 1),
                    new UUID(1, -1),
                    new UUID(Long.MIN_VALUE, Long.MAX_VALUE));
        }
    }

    @Nested
    class Dates extends ValuesContract<LocalDate> {
        Dates() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    random -> LocalDate.ofEpochDay(near(random)),
                    LocalDate.EPOCH,
                    LocalDate.MIN,
                    LocalDate.MAX,
                    LocalDate.of(2024, 2, 29));
        }
    }

    @Nested
    class DateTimes extends ValuesContract<LocalDateTime> {
        DateTimes() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    random -> LocalDate.ofEpochDay(near(random)).atTime(random.nextInt(24), 1, 2, random.nextInt(1000)),
                    LocalDateTime.of(1970, 1, 1, 0, 0),
                    LocalDateTime.MIN,
                    LocalDateTime.MAX);
        }
    }

    @Nested
    class Instants extends ValuesContract<Instant> {
        Instants() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    random -> Instant.ofEpochSecond(near(random), random.nextInt(1_000_000_000)),
                    Instant.EPOCH,
                    Instant.MIN,
                    Instant.MAX,
                    Instant.ofEpochSecond(-1, 999_999_999));
        }
    }

    @Nested
    class Durations extends ValuesContract<Duration> {
        Durations() {
            super(
                    true,
                    Comparator.naturalOrder(),
                    random -> Duration.ofSeconds(near(random), random.nextInt(1_000_000_000)),
                    Duration.ZERO,
                    Duration.ofSeconds(Long.MIN_VALUE),
                    Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                    Duration.ofNanos(-1));
        }
    }

    @Nested
    class BigIntegers extends ValuesContract<BigInteger> {
        BigIntegers() {
            super(
                    true,
                    null,
                    random -> new BigInteger(random.nextInt(300), random).subtract(BigInteger.TEN),
                    BigInteger.ZERO,
                    BigInteger.ONE.negate(),
                    BigInteger.valueOf(128),
                    BigInteger.TWO.pow(2000));
        }
    }

    @Nested
    class BigDecimals extends ValuesContract<BigDecimal> {
        BigDecimals() {
            super(
                    true,
                    null,
                    random -> new BigDecimal(new BigInteger(random.nextInt(90), random), random.nextInt(40) - 20),
                    new BigDecimal("1.0"),
                    new BigDecimal("1.00"),
                    BigDecimal.ZERO,
                    new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE),
                    new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE));
        }
    }

    @Nested
    class Enums extends ValuesContract<Weekday> {
        Enums() {
            super(true, null, random -> Weekday.class.getEnumConstants()[random.nextInt(3)], Weekday.values());
        }
    }
}
