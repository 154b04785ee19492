package io.evenkeel.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A type of values and how they are read from text; white space around anything but text is left out. Immutable.
 *
 * @param title for messages
 * @param primitive whether there is no null
 * @param reader throws what it likes at a text that is no value
 */
public record FieldType(String title, boolean primitive, Function<String, Object> reader) {

    private static final FieldType BYTE = number("whole number from -128 to 127", Byte::valueOf);
    private static final FieldType SHORT = number("whole number from -32768 to 32767", Short::valueOf);
    private static final FieldType INT = number("whole number of 32 bits", Integer::valueOf);
    private static final FieldType LONG = number("whole number of 64 bits", Long::valueOf);
    private static final FieldType FLOAT = number("number", text -> Float.valueOf(decimal(text)));
    private static final FieldType DOUBLE = number("number", text -> Double.valueOf(decimal(text)));
    private static final FieldType BOOLEAN = number("true or false", FieldType::truth);
    private static final FieldType CHARACTER = new FieldType("single character", false, FieldType::character);

    private static final Map<Class<?>, FieldType> KNOWN = Map.ofEntries(
            Map.entry(String.class, new FieldType("text", false, text -> text)),
            Map.entry(byte.class, BYTE.asPrimitive()),
            Map.entry(Byte.class, BYTE),
            Map.entry(short.class, SHORT.asPrimitive()),
            Map.entry(Short.class, SHORT),
            Map.entry(int.class, INT.asPrimitive()),
            Map.entry(Integer.class, INT),
            Map.entry(long.class, LONG.asPrimitive()),
            Map.entry(Long.class, LONG),
            Map.entry(float.class, FLOAT.asPrimitive()),
            Map.entry(Float.class, FLOAT),
            Map.entry(double.class, DOUBLE.asPrimitive()),
            Map.entry(Double.class, DOUBLE),
            Map.entry(boolean.class, BOOLEAN.asPrimitive()),
            Map.entry(Boolean.class, BOOLEAN),
            Map.entry(char.class, CHARACTER.asPrimitive()),
            Map.entry(Character.class, CHARACTER),
            Map.entry(BigDecimal.class, number("decimal number", BigDecimal::new)),
            Map.entry(BigInteger.class, number("whole number", BigInteger::new)),
            Map.entry(LocalDate.class, number("date such as 2026-01-31", LocalDate::parse)),
            Map.entry(LocalTime.class, number("time such as 23:59:59", LocalTime::parse)),
            Map.entry(
                    LocalDateTime.class,
                    number(
                            "date and time such as 2026-01-31T23:59:59",
                            text -> LocalDateTime.parse(text.replace(' ', 'T')))),
            Map.entry(
                    OffsetDateTime.class,
                    number("date, time and offset such as 2026-01-31T23:59:59+01:00", OffsetDateTime::parse)),
            Map.entry(Instant.class, number("instant such as 2026-01-31T23:59:59Z", Instant::parse)),
            Map.entry(UUID.class, number("UUID", UUID::fromString)));

    private static FieldType number(String title, Function<String, Object> reader) {
        return new FieldType(title, false, text -> reader.apply(text.strip()));
    }

    /** The type of a class, if it is one. */
    public static Optional<FieldType> of(Class<?> type) {
        return type.isEnum() ? Optional.of(enumeration(type)) : Optional.ofNullable(KNOWN.get(type));
    }

    private static FieldType enumeration(Class<?> type) {
        return new FieldType("constant of " + type.getSimpleName(), false, text -> {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(text.strip())) {
                    return constant;
                }
            }
            throw new IllegalArgumentException(text);
        });
    }

    private FieldType asPrimitive() {
        return new FieldType(title, true, reader);
    }

    /** The value, if the text is one. */
    public Optional<Object> parse(String text) {
        try {
            return Optional.of(reader.apply(text));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Refuses what Java's literals may have and numbers in files do not: a letter behind the digits, hexadecimal digits. */
    private static String decimal(String text) {
        char last = text.charAt(text.length() - 1);
        boolean hasSuffix = last == 'd' || last == 'D' || last == 'f' || last == 'F';
        if (hasSuffix || text.indexOf('x') >= 0 || text.indexOf('X') >= 0) {
            throw new NumberFormatException(text);
        }
        return text;
    }

    private static boolean truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static char character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException(text);
        }
        return text.charAt(0);
    }
}
