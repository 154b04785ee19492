package io.evenkeel.memory;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How much heap an object takes, with all that it alone refers to. What it refers to twice is counted once; enum
 * constants, classes and small cached numbers count nothing.
 *
 * <p>Exact for HotSpot's layout with compressed references where the object is made of primitives, strings, boxes, arrays,
 * records and the application's own classes. The JDK's collections are reckoned by their number of elements, as if they
 * had no spare room, which is within half of the truth. Of an array or collection of more than {@value #SAMPLED_FROM}
 * elements {@value #SAMPLES} evenly spread ones are looked at and stand for the rest; other classes of the JDK count
 * without what they refer to.
 *
 * <p>Thread-safe: no state but a cache of classes.
 */
public final class ObjectSizes {

    private static final int SAMPLED_FROM = 400;
    private static final int SAMPLES = 100;
    private static final int CHARACTERS_LOOKED_AT = 32;
    private static final long STRING_BYTES = 24;
    private static final long NODE_BYTES = 32;

    private final ClassValue<ClassShell> shells = new ClassValue<>() {
        @Override
        protected ClassShell computeValue(Class<?> type) {
            return ClassShell.of(type);
        }
    };

    /** The bytes of an object with everything below it. */
    public long of(@Nullable Object root) {
        long flat = flat(root);
        return flat >= 0 ? flat : new Walk().size(root);
    }

    /** The bytes of an object that refers to nothing else, found without looking into it; -1 for others. */
    static long flat(@Nullable Object value) {
        if (value == null || value instanceof Boolean || value instanceof Byte) {
            return 0;
        } else if (value instanceof String text) {
            return STRING_BYTES + ClassShell.array(text.length() * (isWide(text) ? 2L : 1L), byte.class);
        } else if (value instanceof Long || value instanceof Double) {
            return 24;
        } else if (value instanceof Integer || value instanceof Float || value instanceof Short) {
            return 16;
        } else if (value instanceof byte[] bytes) {
            return ClassShell.array(bytes.length, byte.class);
        }
        return -1;
    }

    /** Strings take one byte a character, or two if one of them needs it: taken to show at the beginning. */
    private static boolean isWide(String text) {
        int end = Math.min(text.length(), CHARACTERS_LOOKED_AT);
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) > 0xFF) {
                return true;
            }
        }
        return false;
    }

    /** One look at one object. Confined to a thread. */
    private final class Walk {

        private final IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();
        private final Deque<Object> toVisit = new ArrayDeque<>();
        private long bytes;

        long size(@Nullable Object root) {
            later(root);
            for (Object next = toVisit.poll(); next != null; next = toVisit.poll()) {
                visit(next);
            }
            return bytes;
        }

        private void later(@Nullable Object value) {
            if (value == null || value instanceof Enum<?> || value instanceof Class<?>) {
                return;
            }
            if (seen.put(value, Boolean.TRUE) == null) {
                toVisit.push(value);
            }
        }

        private void visit(Object value) {
            long flat = flat(value);
            if (flat >= 0) {
                bytes += flat;
            } else if (value.getClass().isArray()) {
                visitArray(value);
            } else if (value instanceof Collection<?> collection && isOfJdk(value)) {
                bytes += 48 + collection.size() * perElement(collection);
                visitAll(collection.iterator(), collection.size());
            } else if (value instanceof Map<?, ?> map && isOfJdk(value)) {
                bytes += 64 + map.size() * (perEntry(map) + 5);
                visitAll(map.keySet().iterator(), map.size());
                visitAll(map.values().iterator(), map.size());
            } else if (value instanceof Optional<?> optional) {
                bytes += 16;
                later(optional.orElse(null));
            } else if (value instanceof BigInteger number) {
                bytes += 40 + ClassShell.array(number.bitLength() / 32 + 1, int.class);
            } else if (value instanceof BigDecimal number) {
                bytes += 40 + (number.precision() > 18 ? 40 + ClassShell.array(number.precision() / 9, int.class) : 0);
            } else {
                visitFields(value);
            }
        }

        private void visitArray(Object array) {
            int length = Array.getLength(array);
            Class<?> component = array.getClass().getComponentType();
            bytes += ClassShell.array(length, component);
            if (array instanceof Object[] elements) {
                visitAll(java.util.Arrays.asList(elements).iterator(), length);
            }
        }

        /** Visits elements; of many, some that stand for all. */
        private void visitAll(Iterator<?> elements, int count) {
            if (count <= SAMPLED_FROM) {
                elements.forEachRemaining(this::later);
                return;
            }
            int step = count / SAMPLES;
            long sampled = 0;
            int looked = 0;
            for (int i = 0; elements.hasNext(); i++) {
                Object element = elements.next();
                if (i % step == 0) {
                    sampled += seen.containsKey(element) ? 0 : of(element);
                    looked++;
                }
            }
            bytes += sampled * count / Math.max(1, looked);
        }

        private void visitFields(Object value) {
            ClassShell shell = shells.get(value.getClass());
            bytes += shell.bytes();
            for (Field field : shell.references()) {
                try {
                    later(field.get(value));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(field + " was made accessible", e);
                }
            }
        }
    }

    private static boolean isOfJdk(Object value) {
        return value.getClass().getName().startsWith("java.");
    }

    private static long perElement(Collection<?> collection) {
        if (collection instanceof Set<?>) {
            return NODE_BYTES + 5;
        }
        return collection instanceof java.util.LinkedList<?> ? 24 : 4;
    }

    private static long perEntry(Map<?, ?> map) {
        return map instanceof HashMap<?, ?> && !(map instanceof LinkedHashMap<?, ?>) ? NODE_BYTES : 40;
    }
}
