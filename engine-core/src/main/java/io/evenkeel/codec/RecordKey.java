package io.evenkeel.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * How records whose equality is the compiler's are hashed and compared as keys: by their components. Primitive
 * components are not boxed. Immutable.
 */
final class RecordKey extends KeyShape {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final RecordShape shape;
    private final long seed;
    private final MethodHandle[] hashes;
    private final MethodHandle[] equalities;

    RecordKey(RecordShape shape) {
        this.shape = shape;
        this.seed = StructuralHash.hashString(shape.type().getName());
        this.hashes = shape.components().stream().map(RecordKey::hash).toArray(MethodHandle[]::new);
        this.equalities = shape.components().stream().map(RecordKey::equality).toArray(MethodHandle[]::new);
    }

    /** Takes the record, gives a number that is equal for equal components. */
    private static MethodHandle hash(RecordShape.Component component) {
        Class<?> type = component.type();
        MethodHandle number;
        if (!type.isPrimitive()) {
            number = find(StructuralHash.class, "hash", MethodType.methodType(long.class, Object.class));
        } else if (type == double.class || type == float.class) {
            number = find(StructuralHash.class, "bits", MethodType.methodType(long.class, double.class));
        } else if (type == boolean.class) {
            number = find(StructuralHash.class, "bits", MethodType.methodType(long.class, boolean.class));
        } else {
            number = MethodHandles.identity(long.class);
        }
        Class<?> argument = type.isPrimitive() ? type : Object.class;
        return MethodHandles.filterArguments(
                number.asType(MethodType.methodType(long.class, argument)), 0, component.getter());
    }

    /** Takes two records, tells whether their components are equal. */
    private static MethodHandle equality(RecordShape.Component component) {
        if (component.type().isPrimitive()) {
            MethodHandle same =
                    find(RecordKey.class, "same", MethodType.methodType(boolean.class, long.class, long.class));
            return MethodHandles.filterArguments(same, 0, hash(component), hash(component));
        }
        MethodHandle equal = find(
                StructuralEquality.class, "equals", MethodType.methodType(boolean.class, Object.class, Object.class));
        return MethodHandles.filterArguments(equal, 0, component.getter(), component.getter());
    }

    private static MethodHandle find(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findStatic(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    @SuppressWarnings("UnusedMethod") // found by its name
    private static boolean same(long left, long right) {
        return left == right;
    }

    @Override
    long hash(Object value) {
        long hash = seed;
        try {
            for (MethodHandle component : hashes) {
                hash = StructuralHash.step(hash, (long) component.invokeExact(value));
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return StructuralHash.finish(hash);
    }

    @Override
    boolean equal(Object value, Object other) {
        if (other.getClass() != shape.type()) {
            return false;
        }
        try {
            for (MethodHandle component : equalities) {
                if (!(boolean) component.invokeExact(value, other)) {
                    return false;
                }
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return true;
    }

    @Override
    void check(Object value) {
        try {
            for (RecordShape.Component component : shape.components()) {
                if (!component.type().isPrimitive()) {
                    StructuralEquality.check((Object) component.getter().invokeExact(value));
                }
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
