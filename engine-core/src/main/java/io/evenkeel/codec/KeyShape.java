package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How values of one class are hashed and compared as keys. Immutable. */
abstract class KeyShape {

    /** Kept with each class, so that a shape goes when its class goes. */
    private static final ClassValue<KeyShape> SHAPES = new ClassValue<>() {
        @Override
        protected KeyShape computeValue(Class<?> type) {
            return choose(type);
        }
    };

    static KeyShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    abstract long hash(Object value);

    /** Compares a value of this shape with any other. */
    abstract boolean equal(Object value, Object other);

    /** Refuses a value that can't be a key, also one within it. */
    abstract void check(Object value);

    private static KeyShape choose(Class<?> type) {
        if (Enum.class.isAssignableFrom(type)) {
            return new Constant();
        }
        if (type.isArray()) {
            return ArrayKeys.of(type);
        }
        if (type == Double.class || type == Float.class) {
            return new Floating(type);
        }
        if (type.isRecord()) {
            RecordShape shape = RecordShape.of(type);
            if (shape.compilersEquality()) {
                return new RecordKey(shape);
            }
        }
        KeyShape container = container(type);
        return container == null ? byItsOwnEquals(type) : container;
    }

    private static @Nullable KeyShape container(Class<?> type) {
        if (List.class.isAssignableFrom(type)) {
            return new CollectionKeys.OfList();
        }
        if (Set.class.isAssignableFrom(type)) {
            return new CollectionKeys.OfSet();
        }
        if (Map.class.isAssignableFrom(type)) {
            return new CollectionKeys.OfMap();
        }
        if (Map.Entry.class.isAssignableFrom(type)) {
            return new CollectionKeys.OfEntry();
        }
        return type == Optional.class ? new CollectionKeys.OfOptional() : null;
    }

    private static KeyShape byItsOwnEquals(Class<?> type) {
        if (!declares(type, "equals", Object.class) || !declares(type, "hashCode")) {
            return new Refused(
                    type.getName() + " can't be a key: it has no equals and hashCode of its own, so equal keys"
                            + " would not meet; make it a record, or write both methods");
        }
        for (Class<?> owner = type; owner != null && owner.getClassLoader() != null; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (field.getType().isEnum() && (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                    return new Refused(type.getName() + " can't be a key: its hashCode may depend on that of the enum "
                            + field.getType().getName() + " in field " + field.getName()
                            + ", which differs between JVMs; make it a record without a hashCode of its own, or hold"
                            + " the constant's name");
                }
            }
        }
        return new Own();
    }

    private static boolean declares(Class<?> type, String method, Class<?>... parameters) {
        try {
            return type.getMethod(method, parameters).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new LinkageError(method, e);
        }
    }

    /** A constant of an enum: hashed by class and name, since its own hash differs between JVMs. */
    private static final class Constant extends KeyShape {

        @Override
        long hash(Object value) {
            Enum<?> constant = (Enum<?>) value;
            long hash = StructuralHash.hashString(constant.name());
            return StructuralHash.mix(
                    hash ^ constant.getDeclaringClass().getName().hashCode());
        }

        @Override
        boolean equal(Object value, Object other) {
            return value == other;
        }

        @Override
        void check(Object value) {}
    }

    /** A floating-point number: one zero, one NaN. */
    private static final class Floating extends KeyShape {

        private final Class<?> type;

        Floating(Class<?> type) {
            this.type = type;
        }

        @Override
        long hash(Object value) {
            return StructuralHash.mix(StructuralHash.bits(((Number) value).doubleValue()));
        }

        @Override
        boolean equal(Object value, Object other) {
            return other.getClass() == type
                    && StructuralHash.bits(((Number) value).doubleValue())
                            == StructuralHash.bits(((Number) other).doubleValue());
        }

        @Override
        void check(Object value) {}
    }

    /** A value that knows itself when it equals another. */
    private static final class Own extends KeyShape {

        @Override
        long hash(Object value) {
            return StructuralHash.mix(value.hashCode());
        }

        @Override
        boolean equal(Object value, Object other) {
            return value.equals(other);
        }

        @Override
        void check(Object value) {}
    }

    /** A value that can't be a key. */
    private static final class Refused extends KeyShape {

        private final String reason;

        Refused(String reason) {
            this.reason = reason;
        }

        private EngineException refusal() {
            return new EngineException(ErrorCode.KEY_WITHOUT_EQUALITY, reason);
        }

        @Override
        long hash(Object value) {
            throw refusal();
        }

        @Override
        boolean equal(Object value, Object other) {
            throw refusal();
        }

        @Override
        void check(Object value) {
            throw refusal();
        }
    }
}
