package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The codec of one record class: its components, one after the other. A primitive component is written as {@link
 * Primitives} says, one of a final class by the codec of that class, any other by a codec that the first value chose
 * (see {@link #narrowed}) or by the tagged codec.
 *
 * <p>Values are read from fields and built by the canonical constructor, through one method handle for all components:
 * nothing is boxed on the way.
 *
 * <p>Immutable once {@link #link} was called; a record that contains itself needs the codec before its parts are there.
 */
final class RecordCodec implements Codec<Object> {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle WRITE =
            handle(Codec.class, "write", MethodType.methodType(void.class, Object.class, ByteWriter.class));
    private static final MethodHandle READ =
            handle(Codec.class, "read", MethodType.methodType(Object.class, ByteReader.class));
    private static final MethodHandle WRITE_BYTE =
            handle(ByteWriter.class, "writeByte", MethodType.methodType(void.class, int.class));
    private static final MethodHandle READ_BYTE =
            handle(ByteReader.class, "readByte", MethodType.methodType(byte.class));

    private final RecordShape shape;
    private final String descriptor;
    private List<Part> parts = List.of();

    /** The parts whose codec was chosen by a value: only they may not take another one. */
    private Part[] chosen = {};

    private Skip[] skips = {};
    private MethodHandle writer = WRITE;
    private MethodHandle reader = READ;
    private boolean canonical;

    /**
     * How one component is encoded.
     *
     * @param component which
     * @param codec writes it; null for a primitive
     * @param chosen whether the codec was chosen by a value, so that later values may not fit
     */
    record Part(RecordShape.Component component, @Nullable Codec<Object> codec, boolean chosen) {

        boolean canonical() {
            return codec == null
                    ? component.type() != double.class && component.type() != float.class
                    : codec.canonical();
        }

        boolean accepts(Object owner) {
            return codec == null || codec.accepts(value(owner));
        }

        @Nullable
        Object value(Object owner) {
            try {
                return (Object) component.getter().invoke(owner);
            } catch (Throwable e) {
                throw new IllegalStateException("a field of " + owner.getClass() + " can't be read", e);
            }
        }
    }

    /**
     * A stretch of an encoding.
     *
     * @param width bytes of primitives
     * @param codec what skips the part behind them; null at the end
     */
    private record Skip(int width, @Nullable Codec<Object> codec) {

        static Skip[] of(List<Part> parts) {
            List<Skip> skips = new ArrayList<>();
            int width = parts.isEmpty() ? 1 : 0;
            for (Part part : parts) {
                if (part.codec() == null) {
                    width += Primitives.width(part.component().type());
                } else {
                    skips.add(new Skip(width, part.codec()));
                    width = 0;
                }
            }
            skips.add(new Skip(width, null));
            return skips.toArray(Skip[]::new);
        }
    }

    RecordCodec(RecordShape shape, String descriptor) {
        this.shape = shape;
        this.descriptor = descriptor;
        this.canonical = shape.compilersEquality();
    }

    /** Says how the components are encoded; called once, before anything else. */
    void link(List<Part> linked) {
        parts = List.copyOf(linked);
        chosen = parts.stream().filter(Part::chosen).toArray(Part[]::new);
        skips = Skip.of(parts);
        writer = writer(parts);
        reader = reader(parts);
    }

    RecordShape shape() {
        return shape;
    }

    List<Part> parts() {
        return parts;
    }

    /** Finds out again whether the codec is canonical; returns whether that changed. */
    boolean settleCanonical() {
        boolean before = canonical;
        canonical = canonical && parts.stream().allMatch(Part::canonical);
        return canonical != before;
    }

    private static MethodHandle writer(List<Part> parts) {
        MethodHandle writer = MethodHandles.empty(MethodType.methodType(void.class, Object.class, ByteWriter.class));
        for (int i = parts.size() - 1; i >= 0; i--) {
            writer = MethodHandles.foldArguments(writer, partWriter(parts.get(i)));
        }
        if (parts.isEmpty()) {
            MethodHandle zero = MethodHandles.insertArguments(WRITE_BYTE, 1, 0);
            writer = MethodHandles.dropArguments(zero, 0, Object.class);
        }
        return writer;
    }

    private static MethodHandle partWriter(Part part) {
        Class<?> type = part.component().type();
        MethodHandle write = part.codec() == null
                ? handle(primitive("write", type), MethodType.methodType(void.class, type, ByteWriter.class))
                : WRITE.bindTo(part.codec());
        return MethodHandles.filterArguments(write, 0, part.component().getter());
    }

    /** The argument that is collected last is read first. */
    private MethodHandle reader(List<Part> parts) {
        if (parts.isEmpty()) {
            MethodHandle ignored = READ_BYTE.asType(MethodType.methodType(void.class, ByteReader.class));
            return MethodHandles.collectArguments(shape.constructor(), 0, ignored);
        }
        MethodHandle collected = shape.constructor();
        for (int i = parts.size() - 1; i >= 0; i--) {
            collected = MethodHandles.collectArguments(collected, i, partReader(parts.get(i)));
        }
        return MethodHandles.permuteArguments(
                collected, MethodType.methodType(Object.class, ByteReader.class), new int[parts.size()]);
    }

    private static MethodHandle partReader(Part part) {
        Class<?> type = part.component().type();
        return part.codec() == null
                ? handle(primitive("read", type), MethodType.methodType(type, ByteReader.class))
                : READ.bindTo(part.codec()).asType(MethodType.methodType(type, ByteReader.class));
    }

    private static String primitive(String verb, Class<?> type) {
        String name = type.getName();
        return verb + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static MethodHandle handle(String name, MethodType type) {
        try {
            return LOOKUP.findStatic(Primitives.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    private static MethodHandle handle(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findVirtual(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(name, e);
        }
    }

    @Override
    public String descriptor() {
        return descriptor;
    }

    @Override
    public boolean accepts(@Nullable Object value) {
        if (value == null || value.getClass() != shape.type()) {
            return false;
        }
        for (Part part : chosen) {
            if (!part.accepts(value)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void write(Object value, ByteWriter out) {
        try {
            writer.invokeExact(value, out);
        } catch (StackOverflowError e) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE,
                    "a value of " + shape.type().getName() + " is nested too deeply to be encoded",
                    e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Object read(ByteReader in) {
        try {
            return (Object) reader.invokeExact(in);
        } catch (EngineException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE,
                    "the constructor of record " + shape.type().getName()
                            + " refuses the components that a value of it had: " + e,
                    e);
        }
    }

    @Override
    public void skip(ByteReader in) {
        for (Skip skip : skips) {
            in.skip(skip.width());
            if (skip.codec() != null) {
                skip.codec().skip(in);
            }
        }
    }

    @Override
    public boolean canonical() {
        return canonical;
    }

    /**
     * The same codec with those components narrowed that may be of any class: to codecs given by the caller, in the order
     * of these components.
     */
    RecordCodec narrowed(List<Codec<Object>> chosen, String narrowedDescriptor) {
        RecordCodec narrowed = new RecordCodec(shape, narrowedDescriptor);
        List<Part> replaced = new ArrayList<>();
        int next = 0;
        for (Part part : parts) {
            replaced.add(isOpen(part) ? new Part(part.component(), chosen.get(next++), true) : part);
        }
        narrowed.link(replaced);
        narrowed.settleCanonical();
        return narrowed;
    }

    /** Whether values of a component may be of any class, so that a codec can be chosen for it. */
    static boolean isOpen(Part part) {
        return part.codec() instanceof TaggedCodec;
    }
}
