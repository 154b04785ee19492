package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;

/** Java serialisation, with classes found by the application's class loader. Thread-safe: keeps no state. */
final class JavaCodec extends SerializerCodec {

    private final ClassLoader loader;

    JavaCodec(CodecRegistry registry, ClassLoader loader) {
        super("java", registry);
        this.loader = loader;
    }

    @Override
    void serialize(Object value, Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE,
                    "a value of " + value.getClass().getName() + " can't be serialised: " + e
                            + "; make it a record, let it and its fields implement java.io.Serializable, or set "
                            + CodecSettings.SERIALIZER.key() + " to kryo",
                    e);
        }
        content.put(bytes.toByteArray(), bytes.size());
    }

    @Override
    Object deserialize(byte[] bytes, int offset, int length) {
        try (ObjectInputStream in = new LoaderStream(new ByteArrayInputStream(bytes, offset, length), loader)) {
            return in.readObject();
        } catch (ClassNotFoundException e) {
            throw new EngineException(
                    ErrorCode.VALUE_NOT_SERIALIZABLE, "class " + e.getMessage() + " of a value is not found", e);
        } catch (IOException | RuntimeException e) {
            throw new MalformedEncodingException("Java serialisation can't read a value: " + e, e);
        }
    }

    private static final class LoaderStream extends ObjectInputStream {

        private final ClassLoader loader;

        LoaderStream(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }

        @Override
        @SuppressWarnings("deprecation") // the stream wants the class of a proxy that it makes itself
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < types.length; i++) {
                types[i] = Class.forName(interfaces[i], false, loader);
            }
            return Proxy.getProxyClass(loader, types);
        }
    }
}
