package io.evenkeel.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The codecs of the JDK's plain collections. What is read back is an {@link ArrayList}, {@link LinkedHashSet} or
 * {@link LinkedHashMap} with the same elements in the same order. None is canonical: elements may have several classes
 * with equal values, and sets and maps have no order.
 */
final class CollectionCodecs {

    private CollectionCodecs() {}

    static List<Codec<Object>> all(CodecRegistry registry, ElementsCodec elements) {
        return List.of(
                new ListCodec(registry, elements),
                new SetCodec(registry, elements),
                new MapCodec(registry, elements),
                new OptionalCodec(registry));
    }

    private abstract static class CollectionCodec implements Codec<Object> {

        private final String descriptor;
        private final CodecRegistry registry;
        final ElementsCodec elements;

        CollectionCodec(String descriptor, CodecRegistry registry, ElementsCodec elements) {
            this.descriptor = descriptor;
            this.registry = registry;
            this.elements = elements;
        }

        @Override
        public final String descriptor() {
            return descriptor;
        }

        @Override
        public final boolean accepts(@Nullable Object value) {
            return value != null && registry.forClass(value.getClass()) == this;
        }

        @Override
        public void skip(ByteReader in) {
            elements.skip(in);
        }

        @Override
        public final boolean canonical() {
            return false;
        }
    }

    private static final class ListCodec extends CollectionCodec {

        ListCodec(CodecRegistry registry, ElementsCodec elements) {
            super(JdkCollections.LIST, registry, elements);
        }

        @Override
        public void write(Object value, ByteWriter out) {
            elements.write((List<?>) value, out);
        }

        @Override
        public Object read(ByteReader in) {
            return new ArrayList<>(Arrays.asList(elements.read(in)));
        }
    }

    private static final class SetCodec extends CollectionCodec {

        SetCodec(CodecRegistry registry, ElementsCodec elements) {
            super(JdkCollections.SET, registry, elements);
        }

        @Override
        public void write(Object value, ByteWriter out) {
            elements.write((Set<?>) value, out);
        }

        @Override
        public Object read(ByteReader in) {
            @Nullable Object[] values = elements.read(in);
            Set<@Nullable Object> set = new LinkedHashSet<>(Arrays.asList(values));
            if (set.size() != values.length) {
                throw new MalformedEncodingException("a set of " + values.length + " elements, of which only "
                        + set.size() + " differ; classes of elements need equals and hashCode that last");
            }
            return set;
        }
    }

    /** All keys, then all values in the same order. */
    private static final class MapCodec extends CollectionCodec {

        MapCodec(CodecRegistry registry, ElementsCodec elements) {
            super(JdkCollections.MAP, registry, elements);
        }

        @Override
        public void write(Object value, ByteWriter out) {
            Map<?, ?> map = (Map<?, ?>) value;
            elements.write(map.keySet(), out);
            elements.write(map.values(), out);
        }

        @Override
        public Object read(ByteReader in) {
            @Nullable Object[] keys = elements.read(in);
            @Nullable Object[] values = elements.read(in);
            Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>(keys.length * 2);
            for (int i = 0; i < Math.min(keys.length, values.length); i++) {
                map.put(keys[i], values[i]);
            }
            if (map.size() != keys.length || keys.length != values.length) {
                throw new MalformedEncodingException("a map of " + keys.length + " keys and " + values.length
                        + " values has " + map.size() + " entries; classes of keys need equals and hashCode that last");
            }
            return map;
        }

        @Override
        public void skip(ByteReader in) {
            elements.skip(in);
            elements.skip(in);
        }
    }

    /** What is inside, or null, by the tagged codec. */
    private static final class OptionalCodec implements Codec<Object> {

        private final CodecRegistry registry;

        OptionalCodec(CodecRegistry registry) {
            this.registry = registry;
        }

        @Override
        public String descriptor() {
            return "optional";
        }

        @Override
        public boolean accepts(@Nullable Object value) {
            return value instanceof Optional;
        }

        @Override
        @SuppressWarnings("NullAway") // the tagged codec takes null
        public void write(Object value, ByteWriter out) {
            registry.tagged().write(((Optional<?>) value).orElse(null), out);
        }

        @Override
        public Object read(ByteReader in) {
            return Optional.ofNullable(registry.tagged().read(in));
        }

        @Override
        public void skip(ByteReader in) {
            registry.tagged().skip(in);
        }

        @Override
        public boolean canonical() {
            return false;
        }
    }
}
