package io.evenkeel.codec;

import java.lang.reflect.Array;
import java.util.Arrays;

/** How arrays are hashed and compared as keys: arrays of one class by their elements. */
final class ArrayKeys {

    private ArrayKeys() {}

    static KeyShape of(Class<?> type) {
        Class<?> element = type.getComponentType();
        if (!element.isPrimitive()) {
            return new OfObjects(type);
        }
        return element == byte.class ? new OfBytes() : new OfPrimitives(type, elements(element));
    }

    /** The elements of an array of primitives as numbers that are equal for equal keys. */
    @FunctionalInterface
    private interface Elements {
        long get(Object array, int index);
    }

    private static Elements elements(Class<?> type) {
        return switch (type.getName()) {
            case "boolean" -> (array, index) -> StructuralHash.bits(((boolean[]) array)[index]);
            case "short" -> (array, index) -> ((short[]) array)[index];
            case "char" -> (array, index) -> ((char[]) array)[index];
            case "int" -> (array, index) -> ((int[]) array)[index];
            case "long" -> (array, index) -> ((long[]) array)[index];
            case "float" -> (array, index) -> StructuralHash.bits(((float[]) array)[index]);
            case "double" -> (array, index) -> StructuralHash.bits(((double[]) array)[index]);
            default -> throw new IllegalArgumentException(type.getName());
        };
    }

    private static final class OfBytes extends KeyShape {

        @Override
        long hash(Object value) {
            byte[] bytes = (byte[]) value;
            return StructuralHash.hashBytes(bytes, 0, bytes.length);
        }

        @Override
        boolean equal(Object value, Object other) {
            return other instanceof byte[] bytes && Arrays.equals((byte[]) value, bytes);
        }

        @Override
        void check(Object value) {}
    }

    private static final class OfPrimitives extends KeyShape {

        private final Class<?> type;
        private final Elements elements;

        OfPrimitives(Class<?> type, Elements elements) {
            this.type = type;
            this.elements = elements;
        }

        @Override
        long hash(Object value) {
            int length = Array.getLength(value);
            long hash = length;
            for (int i = 0; i < length; i++) {
                hash = StructuralHash.step(hash, elements.get(value, i));
            }
            return StructuralHash.mix(hash);
        }

        @Override
        boolean equal(Object value, Object other) {
            int length = Array.getLength(value);
            if (other.getClass() != type || Array.getLength(other) != length) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (elements.get(value, i) != elements.get(other, i)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        void check(Object value) {}
    }

    private static final class OfObjects extends KeyShape {

        private final Class<?> type;

        OfObjects(Class<?> type) {
            this.type = type;
        }

        @Override
        long hash(Object value) {
            Object[] array = (Object[]) value;
            long hash = array.length;
            for (Object element : array) {
                hash = StructuralHash.step(hash, StructuralHash.hash(element));
            }
            return StructuralHash.mix(hash);
        }

        @Override
        boolean equal(Object value, Object other) {
            if (other.getClass() != type) {
                return false;
            }
            Object[] left = (Object[]) value;
            Object[] right = (Object[]) other;
            boolean equal = left.length == right.length;
            for (int i = 0; equal && i < left.length; i++) {
                equal = StructuralEquality.equals(left[i], right[i]);
            }
            return equal;
        }

        @Override
        void check(Object value) {
            for (Object element : (Object[]) value) {
                StructuralEquality.check(element);
            }
        }
    }
}
