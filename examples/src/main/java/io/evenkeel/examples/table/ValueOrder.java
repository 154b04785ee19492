package io.evenkeel.examples.table;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order of the texts of a column that may hold numbers: numbers come before other texts, as SQLite has it for columns of
 * numeric affinity. Numbers go by their value and, where that is equal, by length and text; other texts by their code points.
 * Stateless.
 */
final class ValueOrder {

    /** Above so many digits before or behind the point a text is no number. */
    private static final int MAX_DIGITS = 10_000;

    private ValueOrder() {}

    /** The number that a text says, if it says one: in digits, with point and exponent if need be; spaces around it count not. */
    static Optional<BigDecimal> number(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty() || !stripped.chars().allMatch(ValueOrder::mayStandInNumber)) {
            return Optional.empty();
        }
        try {
            BigDecimal number = new BigDecimal(stripped);
            boolean isSane = Math.abs((long) number.scale()) <= MAX_DIGITS && number.precision() <= MAX_DIGITS;
            return isSane ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean mayStandInNumber(int character) {
        return (character >= '0' && character <= '9') || "+-.eE".indexOf(character) >= 0;
    }

    static int compare(String one, String other) {
        Optional<BigDecimal> number = number(one);
        Optional<BigDecimal> otherNumber = number(other);
        if (number.isPresent() != otherNumber.isPresent()) {
            return number.isPresent() ? -1 : 1;
        }
        if (number.isPresent()) {
            int byValue = number.get().compareTo(otherNumber.orElseThrow());
            int byLength = Integer.compare(one.length(), other.length());
            return byValue != 0 ? byValue : byLength != 0 ? byLength : one.compareTo(other);
        }
        return byCodePoints(one, other);
    }

    static int nullsFirst(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        return compare(one, other);
    }

    private static int byCodePoints(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                boolean sameKind = Character.isSurrogate(a) == Character.isSurrogate(b);
                return sameKind
                        ? Character.compare(a, b)
                        : Boolean.compare(Character.isSurrogate(a), Character.isSurrogate(b));
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    /** The order as an object. */
    static Comparator<String> comparator() {
        return ValueOrder::compare;
    }
}
