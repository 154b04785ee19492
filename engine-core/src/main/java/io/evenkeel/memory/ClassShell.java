package io.evenkeel.memory;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * What an object of a class takes by itself, and the fields that lead on from it. Fields that reflection may not read (of
 * the JDK's own classes) are counted, but not followed. Immutable.
 *
 * @param bytes the object without what it refers to
 * @param references the fields to follow
 */
record ClassShell(long bytes, List<Field> references) {

    static final int HEADER_BYTES = 12;
    private static final int ALIGNMENT = 8;

    /** From this size of heap on, references are not compressed. */
    private static final long LARGE_HEAP = 32L << 30;

    /** Copies the fields. */
    ClassShell {
        references = List.copyOf(references);
    }

    static ClassShell of(Class<?> type) {
        long bytes = HEADER_BYTES;
        List<Field> references = new ArrayList<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                bytes += bytesOf(field.getType());
                if (!field.getType().isPrimitive() && isReadable(field)) {
                    references.add(field);
                }
            }
        }
        return new ClassShell(align(bytes), references);
    }

    private static boolean isReadable(Field field) {
        try {
            field.setAccessible(true);
            return true;
        } catch (InaccessibleObjectException | SecurityException e) {
            return false;
        }
    }

    static long align(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    static long array(long length, Class<?> component) {
        return align(HEADER_BYTES + Integer.BYTES + length * bytesOf(component));
    }

    static long bytesOf(Class<?> type) {
        if (type == long.class || type == double.class) {
            return Long.BYTES;
        } else if (type == int.class || type == float.class) {
            return Integer.BYTES;
        } else if (type == short.class || type == char.class) {
            return Short.BYTES;
        } else if (type == byte.class || type == boolean.class) {
            return 1;
        }
        return Runtime.getRuntime().maxMemory() < LARGE_HEAP ? Integer.BYTES : Long.BYTES;
    }
}
