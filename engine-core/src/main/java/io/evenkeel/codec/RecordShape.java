package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * What there is to know about one record class. Immutable.
 *
 * @param type the class
 * @param components in the order of the canonical constructor
 * @param constructor the canonical constructor, with its own parameter types, returning Object
 * @param compilersEquality whether equals and hashCode are the compiler's, so that records are equal when their
 *     components are
 */
record RecordShape(Class<?> type, List<Component> components, MethodHandle constructor, boolean compilersEquality) {

    /** Kept with each class, so that a shape goes when its class goes. */
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return inspect(type);
        }
    };

    /**
     * One component.
     *
     * @param type its declared class
     * @param getter reads the field; takes Object, returns the declared primitive, or Object
     */
    record Component(Class<?> type, MethodHandle getter) {}

    /**
     * The shape of a record class.
     *
     * @throws EngineException if the class's module does not let it be read
     */
    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    private static RecordShape inspect(Class<?> type) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            List<Component> components = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                Class<?> declared = component.getType();
                MethodHandle getter = lookup.findGetter(type, component.getName(), declared);
                Class<?> result = declared.isPrimitive() ? declared : Object.class;
                components.add(new Component(declared, getter.asType(MethodType.methodType(result, Object.class))));
            }
            Class<?>[] types = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            MethodHandle constructor = lookup.findConstructor(type, MethodType.methodType(void.class, types));
            return new RecordShape(
                    type,
                    List.copyOf(components),
                    constructor.asType(constructor.type().changeReturnType(Object.class)),
                    ClassFile.hasCompilersEquality(type));
        } catch (IllegalAccessException | NoSuchMethodException | NoSuchFieldException e) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE,
                    "record " + type.getName() + " can't be read: its module has to open the package to the engine",
                    e);
        }
    }

    /** Eight hexadecimal digits that change when names or types of components change, also of records within. */
    String fingerprint() {
        CRC32 sum = new CRC32();
        StringBuilder text = new StringBuilder();
        describe(type, text, new HashSet<>());
        sum.update(text.toString().getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", sum.getValue());
    }

    private static void describe(Class<?> type, StringBuilder text, Set<Class<?>> seen) {
        if (!type.isRecord() || !seen.add(type)) {
            return;
        }
        for (RecordComponent component : type.getRecordComponents()) {
            Class<?> declared = component.getType();
            text.append(component.getName())
                    .append(':')
                    .append(declared.getName())
                    .append(';');
            while (declared.isArray()) {
                declared = declared.getComponentType();
            }
            describe(declared, text, seen);
        }
    }
}
