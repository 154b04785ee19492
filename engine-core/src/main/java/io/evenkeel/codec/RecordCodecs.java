package io.evenkeel.codec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the codec of one record class, and those of the record classes within it, which may contain each other.
 *
 * <p>Confined to the thread that builds.
 */
final class RecordCodecs {

    private final CodecRegistry registry;
    private final Map<Class<?>, RecordCodec> built = new HashMap<>();

    private RecordCodecs(CodecRegistry registry) {
        this.registry = registry;
    }

    /** The codecs of a record class and of those within it, by class. */
    static Map<Class<?>, RecordCodec> build(CodecRegistry registry, Class<?> type) {
        RecordCodecs codecs = new RecordCodecs(registry);
        codecs.ofRecord(type);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (RecordCodec codec : codecs.built.values()) {
                changed |= codec.settleCanonical();
            }
        }
        return codecs.built;
    }

    private RecordCodec ofRecord(Class<?> type) {
        RecordCodec known = built.get(type);
        if (known != null) {
            return known;
        }
        RecordShape shape = RecordShape.of(type);
        RecordCodec codec = new RecordCodec(shape, RecordDescriptor.of(shape).text());
        built.put(type, codec);
        List<RecordCodec.Part> parts = new ArrayList<>();
        for (RecordShape.Component component : shape.components()) {
            parts.add(new RecordCodec.Part(component, ofComponent(component.type()), false));
        }
        codec.link(parts);
        return codec;
    }

    private @Nullable Codec<Object> ofComponent(Class<?> type) {
        if (type.isPrimitive()) {
            return null;
        }
        Codec<Object> codec = type.isRecord() ? ofRecord(type) : ofArrayOfRecords(type);
        return codec == null ? registry.forDeclared(type) : new NullableCodec(codec);
    }

    /** Arrays of records, at any depth, have to find the record's codec here while it is being built. */
    private @Nullable Codec<Object> ofArrayOfRecords(Class<?> type) {
        if (!type.isArray()) {
            return null;
        }
        Class<?> elementType = type.getComponentType();
        Codec<Object> element = elementType.isRecord() ? ofRecord(elementType) : ofArrayOfRecords(elementType);
        return element == null ? null : new ObjectArrayCodec(type, elementType, new NullableCodec(element));
    }
}
