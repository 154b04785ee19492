package io.evenkeel.codec;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * The codec of arrays whose elements can only be of one class: a varint length, and the elements by the codec of that
 * class. Immutable.
 */
final class ObjectArrayCodec implements Codec<Object> {

    private final Class<?> type;
    private final Class<?> elementType;
    private final Codec<Object> elements;

    ObjectArrayCodec(Class<?> type, Class<?> elementType, Codec<Object> elements) {
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
        @Nullable Object[] array = (@Nullable Object[]) value;
        out.writeVarInt(array.length);
        for (Object element : array) {
            elements.write(element, out);
        }
    }

    @Override
    public Object read(ByteReader in) {
        @Nullable Object[] array = (@Nullable Object[]) Array.newInstance(elementType, ElementsCodec.readSize(in));
        for (int i = 0; i < array.length; i++) {
            array[i] = elements.read(in);
        }
        return array;
    }

    @Override
    public void skip(ByteReader in) {
        int length = ElementsCodec.readSize(in);
        for (int i = 0; i < length; i++) {
            elements.skip(in);
        }
    }

    @Override
    public boolean canonical() {
        return elements.canonical();
    }
}
