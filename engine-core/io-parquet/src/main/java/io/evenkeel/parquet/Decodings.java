package io.evenkeel.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Which columns can be read as which classes: only those that lose nothing. Stateless. */
final class Decodings {

    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;

    private Decodings() {}

    /** The class that a column is read as where nobody says which; empty for what can't be read. */
    static Optional<Class<?>> natural(PrimitiveType column) {
        for (Class<?> candidate : new Class<?>[] {
            Boolean.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
            LocalDate.class,
            LocalTime.class,
            Instant.class,
            LocalDateTime.class,
            UUID.class
        }) {
            if (of(candidate, column).isPresent()) {
                return Optional.of(candidate);
            }
        }
        boolean isText = column.getLogicalTypeAnnotation() != null && isText(column);
        if (isText) {
            return Optional.of(String.class);
        }
        return of(byte[].class, column).map(found -> byte[].class);
    }

    /** How a column is read as a class; empty if it can't be. */
    static Optional<Decoding> of(Class<?> wanted, PrimitiveType column) {
        PrimitiveTypeName physical = column.getPrimitiveTypeName();
        LogicalTypeAnnotation meaning = column.getLogicalTypeAnnotation();
        if (wanted.isEnum()) {
            return isText(column) ? binary(bytes -> constant(wanted, text(bytes))) : Optional.empty();
        }
        if (wanted == String.class) {
            return isText(column) ? binary(Decodings::text) : Optional.empty();
        }
        if (wanted == char.class || wanted == Character.class) {
            return isText(column) ? binary(bytes -> character(text(bytes))) : Optional.empty();
        }
        if (wanted == byte[].class) {
            boolean isBytes =
                    (physical == PrimitiveTypeName.BINARY || physical == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
                            && !(meaning instanceof DecimalLogicalTypeAnnotation);
            return isBytes ? binary(Binary::getBytes) : Optional.empty();
        }
        if (wanted == UUID.class) {
            return meaning instanceof UUIDLogicalTypeAnnotation ? binary(Decodings::uuid) : Optional.empty();
        }
        if (wanted == boolean.class || wanted == Boolean.class) {
            return physical == PrimitiveTypeName.BOOLEAN ? Optional.of(new Decoding.OfBoolean()) : Optional.empty();
        }
        if (wanted == float.class || wanted == Float.class) {
            return physical == PrimitiveTypeName.FLOAT && meaning == null
                    ? Optional.of(new Decoding.OfFloat(value -> (float) value))
                    : Optional.empty();
        }
        if (wanted == double.class || wanted == Double.class) {
            return ofDouble(physical, column);
        }
        if (wanted == BigDecimal.class || wanted == BigInteger.class) {
            return ofDecimal(wanted, physical, meaning, column);
        }
        if (wanted.getPackageName().equals("java.time")) {
            return ofTime(wanted, physical, meaning);
        }
        return ofWhole(wanted, column);
    }

    private static Optional<Decoding> binary(Function<Binary, Object> value) {
        return Optional.of(new Decoding.OfBinary(value));
    }

    /** Columns of bytes without a meaning count as text, too: writers of old said no more. */
    private static boolean isText(PrimitiveType column) {
        LogicalTypeAnnotation meaning = column.getLogicalTypeAnnotation();
        return column.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
                && (meaning == null
                        || meaning instanceof StringLogicalTypeAnnotation
                        || meaning instanceof EnumLogicalTypeAnnotation
                        || meaning instanceof JsonLogicalTypeAnnotation);
    }

    private static String text(Binary bytes) {
        return Utf8.decode(bytes.getBytesUnsafe());
    }

    private static Object character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("'" + text + "' is not a single character");
        }
        return text.charAt(0);
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(type.getSimpleName() + " has no constant '" + name + "'");
    }

    private static UUID uuid(Binary bytes) {
        ByteBuffer buffer = bytes.toByteBuffer();
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    /** How many bits the whole numbers of a column need, with a sign; 0 if it has no whole numbers. */
    private static int wholeBits(PrimitiveType column) {
        PrimitiveTypeName physical = column.getPrimitiveTypeName();
        boolean isWhole = physical == PrimitiveTypeName.INT32 || physical == PrimitiveTypeName.INT64;
        LogicalTypeAnnotation meaning = column.getLogicalTypeAnnotation();
        if (isWhole && meaning instanceof IntLogicalTypeAnnotation whole) {
            return whole.isSigned() ? whole.getBitWidth() : whole.getBitWidth() + 1;
        }
        return !isWhole || meaning != null ? 0 : physical == PrimitiveTypeName.INT32 ? 32 : 64;
    }

    private static boolean isUnsigned(PrimitiveType column) {
        return column.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation whole && !whole.isSigned();
    }

    private static Optional<Decoding> ofWhole(Class<?> wanted, PrimitiveType column) {
        int bits = wholeBits(column);
        if (bits == 0) {
            return Optional.empty();
        }
        LongFunction<Object> value;
        int room;
        if (wanted == byte.class || wanted == Byte.class) {
            room = Byte.SIZE;
            value = number -> (byte) number;
        } else if (wanted == short.class || wanted == Short.class) {
            room = Short.SIZE;
            value = number -> (short) number;
        } else if (wanted == int.class || wanted == Integer.class) {
            room = Integer.SIZE;
            value = number -> (int) number;
        } else if (wanted == long.class || wanted == Long.class) {
            room = Long.SIZE;
            value = number -> number;
        } else {
            return Optional.empty();
        }
        return bits <= room ? Optional.of(ofWhole(column, value)) : Optional.empty();
    }

    /** Of whole numbers that need no more than 64 bits. */
    private static Decoding ofWhole(PrimitiveType column, LongFunction<Object> value) {
        if (column.getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
            return new Decoding.OfLong(value);
        }
        return isUnsigned(column)
                ? new Decoding.OfInt(number -> value.apply(Integer.toUnsignedLong(number)))
                : new Decoding.OfInt(value::apply);
    }

    private static Optional<Decoding> ofDouble(PrimitiveTypeName physical, PrimitiveType column) {
        if (physical == PrimitiveTypeName.DOUBLE) {
            return Optional.of(new Decoding.OfDouble(value -> value));
        }
        if (physical == PrimitiveTypeName.FLOAT && column.getLogicalTypeAnnotation() == null) {
            return Optional.of(new Decoding.OfFloat(value -> value));
        }
        int bits = wholeBits(column);
        return bits > 0 && bits <= 33 ? Optional.of(ofWhole(column, value -> (double) value)) : Optional.empty();
    }

    private static Optional<Decoding> ofDecimal(
            Class<?> wanted,
            PrimitiveTypeName physical,
            @Nullable LogicalTypeAnnotation meaning,
            PrimitiveType column) {
        boolean isDecimal = meaning instanceof DecimalLogicalTypeAnnotation;
        if (!isDecimal && wholeBits(column) == 0) {
            return Optional.empty();
        }
        int scale = meaning instanceof DecimalLogicalTypeAnnotation decimal ? decimal.getScale() : 0;
        boolean isWhole = wanted == BigInteger.class;
        if (isWhole && scale != 0) {
            return Optional.empty();
        }
        Function<BigInteger, Object> value = isWhole ? number -> number : number -> new BigDecimal(number, scale);
        if (wholeBits(column) == 65) {
            return Optional.of(new Decoding.OfLong(number -> value.apply(unsigned(number))));
        }
        return switch (physical) {
            case INT32, INT64 -> Optional.of(ofWhole(column, number -> value.apply(BigInteger.valueOf(number))));
            case BINARY, FIXED_LEN_BYTE_ARRAY -> binary(bytes -> value.apply(new BigInteger(bytes.getBytesUnsafe())));
            case BOOLEAN, FLOAT, DOUBLE, INT96 -> Optional.empty();
        };
    }

    private static BigInteger unsigned(long number) {
        return new BigInteger(Long.toUnsignedString(number));
    }

    private static Optional<Decoding> ofTime(
            Class<?> wanted, PrimitiveTypeName physical, @Nullable LogicalTypeAnnotation meaning) {
        if (wanted == LocalDate.class) {
            return meaning instanceof DateLogicalTypeAnnotation
                    ? Optional.of(new Decoding.OfInt(LocalDate::ofEpochDay))
                    : Optional.empty();
        }
        if (wanted == LocalTime.class && meaning instanceof TimeLogicalTypeAnnotation time) {
            long nanos = nanos(time.getUnit());
            LongFunction<Object> value = number -> LocalTime.ofNanoOfDay(Math.multiplyExact(number, nanos));
            return Optional.of(
                    physical == PrimitiveTypeName.INT32
                            ? new Decoding.OfInt(value::apply)
                            : new Decoding.OfLong(value));
        }
        if (wanted == Instant.class && physical == PrimitiveTypeName.INT96) {
            return binary(Decodings::instant);
        }
        if (meaning instanceof TimestampLogicalTypeAnnotation timestamp) {
            TimeUnit unit = timestamp.getUnit();
            if (wanted == Instant.class && timestamp.isAdjustedToUTC()) {
                return Optional.of(new Decoding.OfLong(number -> instant(number, unit)));
            }
            if (wanted == LocalDateTime.class && !timestamp.isAdjustedToUTC()) {
                return Optional.of(
                        new Decoding.OfLong(number -> LocalDateTime.ofInstant(instant(number, unit), ZoneOffset.UTC)));
            }
        }
        return Optional.empty();
    }

    private static long nanos(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000_000;
            case MICROS -> 1_000;
            case NANOS -> 1;
        };
    }

    private static Instant instant(long number, TimeUnit unit) {
        long perSecond = 1_000_000_000 / nanos(unit);
        return Instant.ofEpochSecond(Math.floorDiv(number, perSecond), Math.floorMod(number, perSecond) * nanos(unit));
    }

    /** Twelve bytes: nanoseconds of the day and the Julian day, both with the lowest byte first. */
    private static Instant instant(Binary bytes) {
        ByteBuffer buffer = bytes.toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long nanosOfDay = buffer.getLong();
        long day = buffer.getInt() - JULIAN_DAY_OF_EPOCH;
        if (nanosOfDay < 0 || nanosOfDay >= NANOS_PER_DAY) {
            throw new IllegalArgumentException(nanosOfDay + " nanoseconds are no time of day");
        }
        return Instant.ofEpochSecond(day * 86_400, nanosOfDay);
    }
}
