package io.evenkeel.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** Writes single values; what would lose something is refused. Immutable. */
record ScalarWriting(PrimitiveType column, BiConsumer<Object, RecordConsumer> writer, String place)
        implements ColumnWriting {

    /** As Spark has it for values of any scale. */
    private static final int DECIMAL_DIGITS = 38;

    private static final int DECIMAL_SCALE = 18;
    private static final int DECIMAL_BYTES = 16;
    private static final int UUID_BYTES = 16;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_SECOND = 1_000_000;

    static Optional<ScalarWriting> of(Class<?> type, String name, String place) {
        Optional<Shape> shape = shape(type);
        Type.Repetition repetition = type.isPrimitive() ? Type.Repetition.REQUIRED : Type.Repetition.OPTIONAL;
        return shape.map(known -> new ScalarWriting(
                Types.primitive(known.physical(), repetition)
                        .length(known.length())
                        .as(known.meaning())
                        .named(name),
                known.writer(),
                place));
    }

    @Override
    public void write(Object value, RecordConsumer target) {
        try {
            writer.accept(value, target);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new BadValueException(place, "'" + value + "' can't be written: " + e.getMessage());
        }
    }

    /** A column without its name, and how values get into it. */
    private record Shape(
            PrimitiveTypeName physical,
            int length,
            @Nullable LogicalTypeAnnotation meaning,
            BiConsumer<Object, RecordConsumer> writer) {}

    private static Optional<Shape> shape(Class<?> type) {
        if (type.isEnum()) {
            return Optional.of(bytes(LogicalTypeAnnotation.enumType(), value -> ((Enum<?>) value).name()));
        }
        if (type == String.class || type == char.class || type == Character.class) {
            return Optional.of(bytes(LogicalTypeAnnotation.stringType(), Object::toString));
        }
        if (type == byte[].class) {
            return Optional.of(new Shape(
                    PrimitiveTypeName.BINARY,
                    0,
                    null,
                    (value, target) -> target.addBinary(Binary.fromReusedByteArray((byte[]) value))));
        }
        if (type == boolean.class || type == Boolean.class) {
            return Optional.of(new Shape(
                    PrimitiveTypeName.BOOLEAN, 0, null, (value, target) -> target.addBoolean((Boolean) value)));
        }
        if (type == float.class || type == Float.class) {
            return Optional.of(
                    new Shape(PrimitiveTypeName.FLOAT, 0, null, (value, target) -> target.addFloat((Float) value)));
        }
        if (type == double.class || type == Double.class) {
            return Optional.of(
                    new Shape(PrimitiveTypeName.DOUBLE, 0, null, (value, target) -> target.addDouble((Double) value)));
        }
        if (type == byte.class || type == Byte.class) {
            return Optional.of(ints(LogicalTypeAnnotation.intType(8, true)));
        }
        if (type == short.class || type == Short.class) {
            return Optional.of(ints(LogicalTypeAnnotation.intType(16, true)));
        }
        if (type == int.class || type == Integer.class) {
            return Optional.of(ints(null));
        }
        if (type == long.class || type == Long.class) {
            return Optional.of(longs(null, value -> (Long) value));
        }
        return composed(type);
    }

    private static Optional<Shape> composed(Class<?> type) {
        if (type == BigDecimal.class) {
            return Optional.of(decimals(DECIMAL_SCALE));
        }
        if (type == BigInteger.class) {
            return Optional.of(decimals(0));
        }
        if (type == LocalDate.class) {
            return Optional.of(new Shape(
                    PrimitiveTypeName.INT32,
                    0,
                    LogicalTypeAnnotation.dateType(),
                    (value, target) -> target.addInteger(Math.toIntExact(((LocalDate) value).toEpochDay()))));
        }
        if (type == LocalTime.class) {
            return Optional.of(longs(
                    LogicalTypeAnnotation.timeType(false, TimeUnit.MICROS),
                    value -> wholeMicros(((LocalTime) value).toNanoOfDay())));
        }
        if (type == LocalDateTime.class) {
            return Optional.of(longs(LogicalTypeAnnotation.timestampType(false, TimeUnit.MICROS), value -> {
                Instant time = ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
                return micros(time.getEpochSecond(), time.getNano());
            }));
        }
        if (type == Instant.class) {
            return Optional.of(longs(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS), value -> {
                Instant time = (Instant) value;
                return micros(time.getEpochSecond(), time.getNano());
            }));
        }
        if (type == UUID.class) {
            return Optional.of(new Shape(
                    PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                    UUID_BYTES,
                    LogicalTypeAnnotation.uuidType(),
                    (value, target) -> target.addBinary(Binary.fromConstantByteArray(bytes((UUID) value)))));
        }
        return Optional.empty();
    }

    private static Shape ints(@Nullable LogicalTypeAnnotation meaning) {
        return new Shape(
                PrimitiveTypeName.INT32, 0, meaning, (value, target) -> target.addInteger(((Number) value).intValue()));
    }

    private static Shape longs(@Nullable LogicalTypeAnnotation meaning, ToLongFunction<Object> number) {
        return new Shape(
                PrimitiveTypeName.INT64, 0, meaning, (value, target) -> target.addLong(number.applyAsLong(value)));
    }

    private static Shape bytes(LogicalTypeAnnotation meaning, java.util.function.Function<Object, String> text) {
        return new Shape(
                PrimitiveTypeName.BINARY,
                0,
                meaning,
                (value, target) -> target.addBinary(Binary.fromConstantByteArray(Utf8.encode(text.apply(value)))));
    }

    private static Shape decimals(int scale) {
        return new Shape(
                PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                DECIMAL_BYTES,
                LogicalTypeAnnotation.decimalType(scale, DECIMAL_DIGITS),
                (value, target) -> target.addBinary(Binary.fromConstantByteArray(bytes(unscaled(value, scale)))));
    }

    private static BigInteger unscaled(Object value, int scale) {
        BigDecimal decimal = value instanceof BigInteger whole ? new BigDecimal(whole) : (BigDecimal) value;
        BigDecimal scaled;
        try {
            scaled = decimal.setScale(scale);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("it has more than " + scale + " digits behind the point; round it", e);
        }
        if (scaled.precision() > DECIMAL_DIGITS) {
            throw new IllegalArgumentException(
                    "it has more than " + (DECIMAL_DIGITS - scale) + " digits before the point; write it as text");
        }
        return scaled.unscaledValue();
    }

    private static byte[] bytes(BigInteger unscaled) {
        byte[] shortest = unscaled.toByteArray();
        byte[] bytes = new byte[DECIMAL_BYTES];
        Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, bytes, DECIMAL_BYTES - shortest.length, shortest.length);
        return bytes;
    }

    private static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(UUID_BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    private static long micros(long seconds, int nanos) {
        return Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), wholeMicros(nanos));
    }

    private static long wholeMicros(long nanos) {
        if (nanos % NANOS_PER_MICRO != 0) {
            throw new IllegalArgumentException(
                    "columns of times have microseconds; cut it with" + " truncatedTo(ChronoUnit.MICROS)");
        }
        return nanos / NANOS_PER_MICRO;
    }
}
