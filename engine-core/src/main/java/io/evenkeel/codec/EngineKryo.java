package io.evenkeel.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import com.esotericsoftware.kryo.kryo5.serializers.ClosureSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.EnumNameSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.JavaSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.MapSerializer;
import com.esotericsoftware.kryo.kryo5.util.DefaultInstantiatorStrategy;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Kryo as the engine wants it: it never drops part of a value without a word. Where its own way would (fields of classes
 * that extend collections, hidden classes of the JDK, exceptions) Java serialisation does that part.
 *
 * <p>Confined to one thread at a time.
 */
final class EngineKryo extends Kryo {

    /** Registered before the application's classes; the order is part of the encoding. */
    private static final List<Class<?>> REGISTERED = List.of(
            ArrayList.class,
            LinkedList.class,
            ArrayDeque.class,
            HashMap.class,
            LinkedHashMap.class,
            TreeMap.class,
            HashSet.class,
            LinkedHashSet.class,
            TreeSet.class,
            Optional.class,
            UUID.class,
            Date.class,
            BigInteger.class,
            BigDecimal.class,
            Instant.class,
            Duration.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            ZonedDateTime.class,
            boolean[].class,
            byte[].class,
            short[].class,
            char[].class,
            int[].class,
            long[].class,
            float[].class,
            double[].class,
            String[].class,
            Object[].class);

    private EngineKryo() {}

    /**
     * A new instance.
     *
     * @throws EngineException if a class to register is not found
     */
    static Kryo create(ClassLoader loader, CodecSettings settings) {
        withoutUnsafe();
        EngineKryo kryo = new EngineKryo();
        kryo.setClassLoader(loader);
        kryo.setReferences(true);
        kryo.setOptimizedGenerics(false);
        kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        kryo.addDefaultSerializer(Enum.class, EnumNameSerializer.class);
        kryo.register(ClosureSerializer.Closure.class, new JavaSerializer());
        REGISTERED.forEach(kryo::register);
        kryo.setRegistrationRequired(settings.kryoRegistrationRequired());
        for (String name : settings.kryoClassesToRegister()) {
            kryo.register(find(name, loader));
        }
        return kryo;
    }

    /** Kryo takes {@code sun.misc.Unsafe} where it can, and only a system property keeps it from that. */
    private static void withoutUnsafe() {
        if (System.getProperty("kryo.unsafe") == null) {
            System.setProperty("kryo.unsafe", "false");
        }
    }

    private static Class<?> find(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    CodecSettings.KRYO_CLASSES_TO_REGISTER.key() + ": there is no class '" + name + "'",
                    e);
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kryo declares it
    public Serializer getDefaultSerializer(Class type) {
        Serializer<?> usual = super.getDefaultSerializer(type);
        boolean generic = usual.getClass() == CollectionSerializer.class || usual.getClass() == MapSerializer.class;
        if (!generic || (isOfJdk(type) && Modifier.isPublic(type.getModifiers()))) {
            return usual;
        }
        if (!Serializable.class.isAssignableFrom(type)) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE,
                    type.getName() + " is a collection that may have fields of its own; let it implement"
                            + " java.io.Serializable");
        }
        return new JavaSerializer();
    }

    @Override
    @SuppressWarnings("rawtypes") // as Kryo declares it
    protected Serializer newDefaultSerializer(Class type) {
        boolean closed = isOfJdk(type) || Throwable.class.isAssignableFrom(type);
        return closed && Serializable.class.isAssignableFrom(type)
                ? new JavaSerializer()
                : super.newDefaultSerializer(type);
    }

    private static boolean isOfJdk(Class<?> type) {
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }
}
