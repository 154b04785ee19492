package io.evenkeel.codec;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The codec of one enum's constants, by name, so that it does not depend on their order. Immutable. */
final class EnumCodec implements Codec<Object> {

    static final String PREFIX = "enum:";

    private static final StringCodec NAMES = new StringCodec();

    private final Class<? extends Enum<?>> type;
    private final Map<Object, byte[]> encodings;

    EnumCodec(Class<? extends Enum<?>> type) {
        this.type = type;
        Map<Object, byte[]> byConstant = new HashMap<>();
        ByteWriter out = new ByteWriter(32);
        for (Enum<?> constant : type.getEnumConstants()) {
            out.reset();
            NAMES.write(constant.name(), out);
            byConstant.put(constant, out.toByteArray());
        }
        encodings = Map.copyOf(byConstant);
    }

    @Override
    public String descriptor() {
        return PREFIX + type.getName();
    }

    @Override
    public boolean accepts(@Nullable Object value) {
        return value instanceof Enum<?> constant && constant.getDeclaringClass() == type;
    }

    @Override
    public void write(Object value, ByteWriter out) {
        byte[] encoding = encodings.get(value);
        if (encoding == null) {
            throw new IllegalArgumentException(value + " is not a constant of " + type.getName());
        }
        out.writeBytes(encoding, 0, encoding.length);
    }

    @Override
    public Object read(ByteReader in) {
        return constant(NAMES.read(in));
    }

    @SuppressWarnings({"unchecked", "rawtypes"
    }) // valueOf wants one enum type, and this class knows it only at run time
    private Object constant(String name) {
        try {
            return Enum.valueOf((Class) type, name);
        } catch (IllegalArgumentException e) {
            throw new MalformedEncodingException(type.getName() + " has no constant '" + name + "'");
        }
    }

    @Override
    public void skip(ByteReader in) {
        NAMES.skip(in);
    }

    @Override
    public boolean canonical() {
        return true;
    }
}
