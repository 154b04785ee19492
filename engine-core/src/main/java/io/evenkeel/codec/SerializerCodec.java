package io.evenkeel.codec;

import org.jspecify.annotations.Nullable;

/**
 * The codec of classes that no other codec knows: a varint length and what a serialiser made of the value. Not canonical:
 * equal objects may be serialised differently. Thread-safe.
 */
abstract class SerializerCodec implements Codec<Object> {

    private final String descriptor;
    private final CodecRegistry registry;

    SerializerCodec(String descriptor, CodecRegistry registry) {
        this.descriptor = descriptor;
        this.registry = registry;
    }

    /** Appends the value's bytes, or throws {@link io.evenkeel.error.EngineException} naming its class. */
    abstract void serialize(Object value, Content content);

    /** Reads a value that has these bytes to itself. */
    abstract Object deserialize(byte[] bytes, int offset, int length);

    /** Where a serialiser puts a value's bytes, all at once. */
    @FunctionalInterface
    interface Content {
        void put(byte[] bytes, int length);
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
    public final void write(Object value, ByteWriter out) {
        serialize(value, (bytes, length) -> {
            out.writeVarInt(length);
            out.writeBytes(bytes, 0, length);
        });
    }

    @Override
    public final Object read(ByteReader in) {
        int length = in.readVarInt();
        return deserialize(in.array(), in.skip(length), length);
    }

    @Override
    public final void skip(ByteReader in) {
        in.skip(in.readVarInt());
    }

    @Override
    public final boolean canonical() {
        return false;
    }
}
