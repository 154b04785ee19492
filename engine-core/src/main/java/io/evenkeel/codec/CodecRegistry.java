package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the codec of a value, and rebuilds codecs from their descriptors.
 *
 * <p>A writer takes the codec of its first value; when a later value is not accepted (another class, or null) it goes
 * over to {@link #tagged}, once.
 *
 * <p>Thread-safe: what it has built is kept in concurrent maps. It holds on to the application's classes as long as it is
 * held itself, so there is one registry for each application.
 */
public final class CodecRegistry {

    static final String ARRAY = "array:";

    /** How deep codecs chosen by a value go: deeper parts are tagged, or a chain of records would become a descriptor. */
    private static final int CHOSEN_DEPTH = 3;

    private final ClassLoader loader;
    private final NoneCodec none = new NoneCodec();
    private final TaggedCodec tagged = new TaggedCodec(this);
    private final ElementsCodec elements = new ElementsCodec(this);
    private final Codec<Object> fallback;
    /** Codecs that {@link TaggedCodec} writes as a number; their order is part of the encoding. */
    private final List<Codec<Object>> builtIn;

    private final Map<Codec<Object>, Integer> places = new HashMap<>();
    private final Map<Class<?>, Codec<Object>> leaves = new HashMap<>();
    private final ConcurrentHashMap<Class<?>, Codec<Object>> byClass = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Codec<Object>> byDescriptor = new ConcurrentHashMap<>();

    /**
     * A registry for one application.
     *
     * @param applicationLoader finds the classes of values that are read
     * @param settings what takes values that no built-in codec covers
     */
    public CodecRegistry(ClassLoader applicationLoader, CodecSettings settings) {
        this.loader = applicationLoader;
        List<Codec<Object>> codecs = new ArrayList<>();
        leafCodecs().forEach(leaf -> {
            Codec<Object> codec = untyped(leaf);
            codecs.add(codec);
            leaves.put(leaf.type(), codec);
        });
        codecs.addAll(CollectionCodecs.all(this, elements));
        Codec<Object> kryo = new KryoCodec(this, loader, settings);
        Codec<Object> java = new JavaCodec(this, loader);
        codecs.add(kryo);
        codecs.add(java);
        fallback = settings.serializer() == CodecSettings.Serializer.KRYO ? kryo : java;
        builtIn = List.copyOf(codecs);
        for (int i = 0; i < builtIn.size(); i++) {
            places.put(builtIn.get(i), i);
            byDescriptor.put(builtIn.get(i).descriptor(), builtIn.get(i));
        }
        byDescriptor.put(NoneCodec.DESCRIPTOR, none);
        byDescriptor.put(TaggedCodec.DESCRIPTOR, tagged);
        byClass.putAll(leaves);
        byClass.put(Optional.class, fromDescriptor("optional"));
    }

    private static Stream<LeafCodec<?>> leafCodecs() {
        return Stream.of(
                        BoxedCodecs.all(),
                        List.of(new StringCodec(), new ByteArrayCodec(), new UuidCodec()),
                        PrimitiveArrayCodecs.all(),
                        TimeCodecs.all(),
                        BigNumberCodecs.all())
                .flatMap(List::stream);
    }

    @SuppressWarnings("unchecked") // callers ask accepts() first
    private static Codec<Object> untyped(Codec<?> codec) {
        return (Codec<Object>) codec;
    }

    /** The codec for this value and others like it, by its run-time class; the tagged codec for null. */
    public Codec<Object> forValue(@Nullable Object value) {
        return chosenFor(value, CHOSEN_DEPTH);
    }

    private Codec<Object> chosenFor(@Nullable Object value, int depth) {
        if (value == null) {
            return tagged;
        }
        Codec<Object> codec = forClass(value.getClass());
        return codec instanceof RecordCodec ofRecord ? narrowed(ofRecord, value, depth) : codec;
    }

    /** Chooses codecs for the components that may be of any class, such as key and value of a pair. */
    private Codec<Object> narrowed(RecordCodec codec, Object value, int depth) {
        List<Codec<Object>> chosen = codec.parts().stream()
                .filter(RecordCodec::isOpen)
                .map(part -> nullable(depth == 0 ? tagged : chosenFor(part.value(value), depth - 1)))
                .toList();
        if (chosen.stream().allMatch(part -> part == tagged)) {
            return codec;
        }
        String descriptor = RecordDescriptor.of(codec.shape()).with(chosen).text();
        return byDescriptor.computeIfAbsent(descriptor, text -> codec.narrowed(chosen, text));
    }

    private Codec<Object> nullable(Codec<Object> codec) {
        return codec == tagged ? tagged : new NullableCodec(codec);
    }

    /** The codec that takes any value, also null. Never canonical. */
    public Codec<Object> tagged() {
        return tagged;
    }

    /** The codec of what is not there, with the descriptor {@code none}: writes nothing, reads null. */
    public Codec<Object> none() {
        return none;
    }

    /**
     * The codec with this descriptor.
     *
     * @throws MalformedEncodingException if it is not the descriptor of a codec
     * @throws EngineException if a class it names is not found, or is not the one that values were written of
     */
    public Codec<Object> fromDescriptor(String descriptor) {
        Codec<Object> known = byDescriptor.get(descriptor);
        if (known != null) {
            return known;
        }
        Codec<Object> codec = rebuild(descriptor);
        Codec<Object> other = byDescriptor.putIfAbsent(descriptor, codec);
        return other == null ? codec : other;
    }

    private Codec<Object> rebuild(String descriptor) {
        if (descriptor.startsWith(NullableCodec.PREFIX)) {
            return new NullableCodec(fromDescriptor(descriptor.substring(NullableCodec.PREFIX.length())));
        }
        if (descriptor.startsWith(RecordDescriptor.PREFIX)) {
            return rebuildRecord(RecordDescriptor.parse(descriptor));
        }
        for (String prefix : List.of(EnumCodec.PREFIX, ARRAY)) {
            if (descriptor.startsWith(prefix)) {
                Codec<Object> codec = forClass(find(descriptor.substring(prefix.length())));
                if (codec.descriptor().equals(descriptor)) {
                    return codec;
                }
            }
        }
        throw new MalformedEncodingException("no codec has the descriptor '" + descriptor + "'");
    }

    private Codec<Object> rebuildRecord(RecordDescriptor descriptor) {
        Class<?> type = find(descriptor.className());
        if (!(forClass(type) instanceof RecordCodec codec)) {
            throw new MalformedEncodingException(type.getName() + " is not a record");
        }
        if (!RecordDescriptor.of(codec.shape()).fingerprint().equals(descriptor.fingerprint())) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE,
                    "values of record " + type.getName() + " were written with other components than it has now");
        }
        if (descriptor.chosen().isEmpty()) {
            return codec;
        }
        List<Codec<Object>> chosen =
                descriptor.chosen().stream().map(this::fromDescriptor).toList();
        if (chosen.size() != codec.parts().stream().filter(RecordCodec::isOpen).count()) {
            throw new MalformedEncodingException("record " + type.getName() + " has not " + chosen.size()
                    + " components" + " that may be of any class");
        }
        return codec.narrowed(chosen, descriptor.text());
    }

    private Class<?> find(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE,
                    "class " + name + " of a value is not found by the class loader of the application",
                    e);
        }
    }

    /** The codec of a class, with nothing chosen by a value. */
    Codec<Object> forClass(Class<?> type) {
        Codec<Object> known = byClass.get(type);
        return known != null ? known : build(type);
    }

    private Codec<Object> build(Class<?> type) {
        if (type.isRecord()) {
            RecordCodecs.build(this, type).forEach(byClass::putIfAbsent);
        } else {
            byClass.putIfAbsent(type, buildOther(type));
        }
        return forClass(type);
    }

    private Codec<Object> buildOther(Class<?> type) {
        Class<? extends Enum<?>> constants = enumOf(type);
        if (constants != null) {
            return new EnumCodec(constants);
        }
        if (type.isArray()) {
            return forArray(type);
        }
        String collection = JdkCollections.descriptor(type);
        return collection == null ? fallback : fromDescriptor(collection);
    }

    /** The enum that a class belongs to: constants with a body have classes of their own. */
    @SuppressWarnings("unchecked") // checked by isEnum
    private static @Nullable Class<? extends Enum<?>> enumOf(Class<?> type) {
        if (type.isEnum()) {
            return (Class<? extends Enum<?>>) type;
        }
        Class<?> parent = type.getSuperclass();
        return parent != null && parent.isEnum() ? (Class<? extends Enum<?>>) parent : null;
    }

    private Codec<Object> forArray(Class<?> type) {
        Class<?> elementType = type.getComponentType();
        Codec<Object> element = forDeclared(elementType);
        return element == tagged
                ? new MixedArrayCodec(type, elementType, elements)
                : new ObjectArrayCodec(type, elementType, element);
    }

    /** The codec of a component or element, also null, by its declared class: tagged unless that class is final. */
    Codec<Object> forDeclared(Class<?> type) {
        boolean certain = (leaves.containsKey(type) && isFinal(type))
                || type.isEnum()
                || type.isRecord()
                || type == Optional.class
                || (type.isArray() && forDeclared(type.getComponentType()) != tagged);
        return certain ? new NullableCodec(forClass(type)) : tagged;
    }

    private static boolean isFinal(Class<?> type) {
        return Modifier.isFinal(type.getModifiers());
    }

    TaggedCodec tags() {
        return tagged;
    }

    /** The place of a built-in codec, or -1. */
    int placeOf(Codec<Object> codec) {
        Integer place = places.get(codec);
        return place == null ? -1 : place;
    }

    Codec<Object> atPlace(int place) {
        if (place < 0 || place >= builtIn.size()) {
            throw new MalformedEncodingException("no codec has the number " + (place + 1));
        }
        return builtIn.get(place);
    }
}
