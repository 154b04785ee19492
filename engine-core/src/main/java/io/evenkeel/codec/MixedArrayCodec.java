package io.evenkeel.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The codec of arrays whose elements may be of several classes. Immutable. */
final class MixedArrayCodec implements Codec<Object> {

    private final Class<?> type;
    private final Class<?> elementType;
    private final ElementsCodec elements;

    MixedArrayCodec(Class<?> type, Class<?> elementType, ElementsCodec elements) {
        this.type = type;
        this.elementType = elementType;
        this.elements = elements;
    }

    @Override
    public String descriptor() {
        return CodecRegistry.ARRAY + type.getName();
    }

    @Override
    public boolean accepts(@Nullable Object value) {
        return value != null && value.getClass() == type;
    }

    @Override
    public void write(Object value, ByteWriter out) {
        elements.write(Arrays.asList((Object[]) value), out);
    }

    @Override
    public Object read(ByteReader in) {
        @Nullable Object[] values = elements.read(in);
        try {
            return Arrays.copyOf(values, values.length, arrayType());
        } catch (ArrayStoreException e) {
            throw new MalformedEncodingException("an array of " + elementType.getName() + " with " + e.getMessage());
        }
    }

    @SuppressWarnings("unchecked") // the type is that of an array of objects
    private Class<? extends Object[]> arrayType() {
        return (Class<? extends Object[]>) type;
    }

    @Override
    public void skip(ByteReader in) {
        elements.skip(in);
    }

    @Override
    public boolean canonical() {
        return false;
    }
}
