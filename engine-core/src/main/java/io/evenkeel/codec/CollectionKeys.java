package io.evenkeel.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How collections, entries and Optional are hashed and compared as keys: by what they contain. */
final class CollectionKeys {

    private CollectionKeys() {}

    /** The hash of elements in any order. */
    private static long unorderedHash(Collection<?> elements) {
        long sum = 0;
        for (Object element : elements) {
            sum += StructuralHash.mix(StructuralHash.hash(element));
        }
        return StructuralHash.mix(sum + elements.size());
    }

    /** Whether two collections hold the same elements, each as often, in any order. */
    private static boolean unorderedEqual(Collection<?> left, Collection<?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        Map<Element, Integer> counts = new HashMap<>();
        left.forEach(element -> counts.merge(new Element(element), 1, Integer::sum));
        for (Object element : right) {
            Integer count = counts.get(new Element(element));
            if (count == null || count == 0) {
                return false;
            }
            counts.put(new Element(element), count - 1);
        }
        return true;
    }

    /** A value that hash maps compare structurally. */
    private record Element(@Nullable Object value) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Element element && StructuralEquality.equals(value, element.value);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(StructuralHash.hash(value));
        }
    }

    /** The entries of a map as lists of key and value. */
    private static List<List<@Nullable Object>> entries(Map<?, ?> map) {
        List<List<@Nullable Object>> entries = new ArrayList<>(map.size());
        map.forEach((key, value) -> entries.add(Arrays.asList(key, value)));
        return entries;
    }

    static final class OfList extends KeyShape {

        @Override
        long hash(Object value) {
            List<?> list = (List<?>) value;
            long hash = list.size();
            for (Object element : list) {
                hash = StructuralHash.step(hash, StructuralHash.hash(element));
            }
            return StructuralHash.mix(hash);
        }

        @Override
        boolean equal(Object value, Object other) {
            if (!(other instanceof List<?> right) || right.size() != ((List<?>) value).size()) {
                return false;
            }
            Iterator<?> others = right.iterator();
            for (Object element : (List<?>) value) {
                if (!others.hasNext() || !StructuralEquality.equals(element, others.next())) {
                    return false;
                }
            }
            return true;
        }

        @Override
        void check(Object value) {
            ((List<?>) value).forEach(StructuralEquality::check);
        }
    }

    static final class OfSet extends KeyShape {

        @Override
        long hash(Object value) {
            return unorderedHash((Set<?>) value);
        }

        @Override
        boolean equal(Object value, Object other) {
            return other instanceof Set<?> set && unorderedEqual((Set<?>) value, set);
        }

        @Override
        void check(Object value) {
            ((Set<?>) value).forEach(StructuralEquality::check);
        }
    }

    static final class OfMap extends KeyShape {

        @Override
        long hash(Object value) {
            return unorderedHash(entries((Map<?, ?>) value));
        }

        @Override
        boolean equal(Object value, Object other) {
            return other instanceof Map<?, ?> map && unorderedEqual(entries((Map<?, ?>) value), entries(map));
        }

        @Override
        void check(Object value) {
            entries((Map<?, ?>) value).forEach(StructuralEquality::check);
        }
    }

    static final class OfEntry extends KeyShape {

        @Override
        long hash(Object value) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
            return StructuralHash.mix(
                    StructuralHash.step(StructuralHash.hash(entry.getKey()), StructuralHash.hash(entry.getValue())));
        }

        @Override
        boolean equal(Object value, Object other) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
            return other instanceof Map.Entry<?, ?> right
                    && StructuralEquality.equals(entry.getKey(), right.getKey())
                    && StructuralEquality.equals(entry.getValue(), right.getValue());
        }

        @Override
        void check(Object value) {
            StructuralEquality.check(((Map.Entry<?, ?>) value).getKey());
            StructuralEquality.check(((Map.Entry<?, ?>) value).getValue());
        }
    }

    static final class OfOptional extends KeyShape {

        @Override
        long hash(Object value) {
            return StructuralHash.mix(StructuralHash.hash(((Optional<?>) value).orElse(null)) + 1);
        }

        @Override
        boolean equal(Object value, Object other) {
            return other instanceof Optional<?> right
                    && StructuralEquality.equals(((Optional<?>) value).orElse(null), right.orElse(null));
        }

        @Override
        void check(Object value) {
            StructuralEquality.check(((Optional<?>) value).orElse(null));
        }
    }
}
