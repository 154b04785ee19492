package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * When two values are the same key.
 *
 * <ul>
 *   <li>{@code -0.0} and {@code 0.0} are, as are any two NaN, also within other values; null is one only with null.
 *   <li>Numbers of different classes are not: 5 as an Integer and 5 as a Long are two keys.
 *   <li>Arrays of the same class are by their elements; records whose {@code equals} and {@code hashCode} are the
 *       compiler's by their components; lists by their elements in order; sets and maps by their elements in any order,
 *       whatever class of list, set or map they are; so are entries of maps and Optional.
 *   <li>Everything else is by its own {@code equals}, and needs its own {@code hashCode}.
 * </ul>
 */
public final class StructuralEquality {

    private StructuralEquality() {}

    /**
     * Whether two values are the same key.
     *
     * @throws EngineException with {@link ErrorCode#KEY_WITHOUT_EQUALITY}, as {@link #check}
     */
    public static boolean equals(@Nullable Object left, @Nullable Object right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null) {
            return false;
        }
        if (left instanceof String || left instanceof Long || left instanceof Integer) {
            return left.equals(right);
        }
        return KeyShape.of(left.getClass()).equal(left, right);
    }

    /**
     * Refuses a value that can't be a key: one whose class has only the identity of {@link Object} for equality, or
     * contains, where that can be seen, something of such a class.
     *
     * @throws EngineException with {@link ErrorCode#KEY_WITHOUT_EQUALITY}, naming the class
     */
    public static void check(@Nullable Object key) {
        if (key != null) {
            KeyShape.of(key.getClass()).check(key);
        }
    }
}
