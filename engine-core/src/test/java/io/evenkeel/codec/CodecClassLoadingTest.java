package io.evenkeel.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Classes of values belong to the application's class loader, and go with it. */
class CodecClassLoadingTest {

    record Item(String name, Kind kind) {}

    enum Kind {
        PLAIN
    }

    static final class Bean implements Serializable {
        private final String name;

        Bean(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Defines the classes of this test again. */
    private static final class ApplicationLoader extends ClassLoader {

        ApplicationLoader() {
            super(CodecClassLoadingTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(CodecClassLoadingTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        Object create(Class<?> type, Object... arguments) throws ReflectiveOperationException {
            Constructor<?> constructor = loadClass(type.getName()).getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        }

        Object constant() throws ReflectiveOperationException {
            return loadClass(Kind.class.getName()).getEnumConstants()[0];
        }
    }

    private static CodecRegistry registry(ClassLoader loader, String serializer) {
        return new CodecRegistry(
                loader, CodecSettings.from(Configuration.of(Map.of("evenkeel.serializer", serializer))));
    }

    private static byte[] encode(CodecRegistry registry, Object value) {
        ByteWriter out = new ByteWriter(64);
        registry.tagged().write(value, out);
        return out.toByteArray();
    }

    @Test
    void valuesAreOfTheClassesOfTheApplication() throws ReflectiveOperationException {
        ApplicationLoader loader = new ApplicationLoader();
        for (String serializer : List.of("kryo", "java")) {
            CodecRegistry registry = registry(loader, serializer);
            Object item = loader.create(Item.class, "x", loader.constant());
            for (Object value : List.of(item, loader.constant(), loader.create(Bean.class, "b"), List.of(item))) {
                Object read = registry.tagged().read(new ByteReader(encode(registry, value)));
                assertThat(read).hasToString(value.toString());
                if (!(value instanceof List)) {
                    assertThat(read.getClass()).isSameAs(value.getClass()).isNotIn(Item.class, Kind.class, Bean.class);
                }
            }
            Object other = registry(Item.class.getClassLoader(), serializer)
                    .tagged()
                    .read(new ByteReader(encode(registry, item)));
            assertThat(other).isEqualTo(new Item("x", Kind.PLAIN));
            assertThat(registry.forValue(item).accepts(other)).isFalse();
        }
    }

    @Test
    void classThatTheApplicationDoesNotHaveIsNamed() {
        byte[] encoded = encode(registry(Item.class.getClassLoader(), "kryo"), new Item("x", Kind.PLAIN));
        CodecRegistry elsewhere = registry(ClassLoader.getPlatformClassLoader(), "kryo");
        assertThatThrownBy(() -> elsewhere.tagged().read(new ByteReader(encoded)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_NOT_SERIALIZABLE))
                .hasMessageContaining(Item.class.getName());
    }

    @Test
    void loaderOfTheApplicationGoesWithItsRegistry() throws ReflectiveOperationException {
        WeakReference<ClassLoader> loader = useAndForget();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            System.gc();
            return loader.get() == null;
        });
    }

    /** Encodes, hashes and compares values of an application that is gone when this returns. */
    private static WeakReference<ClassLoader> useAndForget() throws ReflectiveOperationException {
        ApplicationLoader loader = new ApplicationLoader();
        CodecRegistry registry = registry(loader, "kryo");
        Object item = loader.create(Item.class, "x", loader.constant());
        Object bean = loader.create(Bean.class, "b");
        for (Object value : List.of(item, bean, List.of(item, bean), loader.constant())) {
            registry.tagged().read(new ByteReader(encode(registry, value)));
        }
        assertThat(StructuralEquality.equals(item, loader.create(Item.class, "x", loader.constant())))
                .isTrue();
        assertThat(StructuralHash.hash(item)).isEqualTo(StructuralHash.hash(new Item("x", Kind.PLAIN)));
        return new WeakReference<>(loader);
    }
}
