package io.evenkeel.dataset;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the value that keeps a function from being serialised: through what a lambda captured, and on through
 * fields and array elements. Confined to one search.
 */
final class CapturedPath {

    private static final int MAX_DEPTH = 50;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private CapturedPath() {}

    /** The way to the culprit, in words. */
    static String toUnserializable(Serializable function) {
        return new CapturedPath()
                .search(function, "the function", 0)
                .orElse("serialising " + function.getClass().getName() + " failed");
    }

    private Optional<String> search(@Nullable Object value, String path, int depth) {
        if (value == null || depth > MAX_DEPTH || !seen.add(value) || serializes(value)) {
            return Optional.empty();
        }
        if (!(value instanceof Serializable)) {
            return Optional.of(path + " is a " + value.getClass().getTypeName() + ", which is not serialisable");
        }
        Optional<String> below =
                value instanceof Object[] array ? inArray(array, path, depth) : inObject(value, path, depth);
        return below.or(
                () -> Optional.of(path + ", a " + value.getClass().getTypeName() + ", fails while it is written"));
    }

    private static boolean serializes(Object value) {
        try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
            out.writeObject(value);
            return true;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            return false;
        }
    }

    private Optional<String> inArray(Object[] array, String path, int depth) {
        for (int i = 0; i < array.length; i++) {
            Optional<String> found = search(array[i], path + "[" + i + "]", depth + 1);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> inObject(Object value, String path, int depth) {
        Optional<SerializedLambda> lambda = lambdaForm(value);
        return lambda.isPresent() ? inLambda(lambda.get(), path, depth) : inFields(value, path, depth);
    }

    private Optional<String> inLambda(SerializedLambda lambda, String path, int depth) {
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
            Object captured = lambda.getCapturedArg(i);
            String owner = lambda.getCapturingClass().replace('/', '.');
            boolean isThis =
                    captured != null && i == 0 && captured.getClass().getName().equals(owner);
            String name = isThis ? "captured 'this' (" + owner + ")" : "captured value " + (i + 1);
            Optional<String> found = search(captured, path + " → " + name, depth + 1);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> inFields(Object value, String path, int depth) {
        for (Class<?> type = value.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        || Modifier.isTransient(field.getModifiers())
                        || field.getType().isPrimitive()) {
                    continue;
                }
                Optional<String> found = search(read(field, value), path + " → field " + field.getName(), depth + 1);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static @Nullable Object read(Field field, Object owner) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException | InaccessibleObjectException e) {
            return null;
        }
    }

    private static Optional<SerializedLambda> lambdaForm(Object value) {
        try {
            Method method = value.getClass().getDeclaredMethod("writeReplace");
            method.setAccessible(true);
            return method.invoke(value) instanceof SerializedLambda lambda ? Optional.of(lambda) : Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
