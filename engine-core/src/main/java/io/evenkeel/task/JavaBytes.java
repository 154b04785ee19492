package io.evenkeel.task;

import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.broadcast.BroadcastReader;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.stats.Accumulator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Java serialisation of what carries the user's functions, read back under the application's class loader. Only bytes
 * that this process or an authenticated driver wrote are read. Stateless.
 */
public final class JavaBytes {

    private JavaBytes() {}

    /**
     * Writes an object.
     *
     * @throws EngineException with {@link ErrorCode#FUNCTION_NOT_SERIALIZABLE} if something in it can't be written
     */
    public static byte[] write(Object value) {
        return write(value, accumulator -> {});
    }

    /** The same; tells of the accumulators that the object holds. */
    public static byte[] write(Object value, Consumer<Accumulator> accumulators) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new WatchingOutput(bytes, accumulators)) {
            out.writeObject(value);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new EngineException(
                    ErrorCode.FUNCTION_NOT_SERIALIZABLE, "a part of the job can't be sent to tasks: " + e, e);
        }
        return bytes.toByteArray();
    }

    /** Reads an object; its classes are found by the loader. */
    public static Object read(byte[] bytes, ClassLoader loader) {
        return read(bytes, loader, accumulator -> {}, null);
    }

    /**
     * The same; tells of the accumulators that the object holds, which are copies that start empty.
     *
     * @param broadcasts gives the values of broadcasts that the object holds; null if it can hold none
     */
    public static Object read(
            byte[] bytes,
            ClassLoader loader,
            Consumer<Accumulator> accumulators,
            @Nullable BroadcastReader broadcasts) {
        try (ObjectInputStream in =
                new LoaderStream(new ByteArrayInputStream(bytes), loader, accumulators, broadcasts)) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new EngineException(ErrorCode.INTERNAL, "a part of the job can't be read by its task: " + e, e);
        }
    }

    private static final class WatchingOutput extends ObjectOutputStream {

        private final Consumer<Accumulator> accumulators;

        WatchingOutput(OutputStream out, Consumer<Accumulator> accumulators) throws IOException {
            super(out);
            this.accumulators = accumulators;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object value) {
            if (value instanceof Accumulator accumulator) {
                accumulators.accept(accumulator);
            }
            return value;
        }
    }

    private static final class LoaderStream extends ObjectInputStream {

        private final ClassLoader loader;
        private final Consumer<Accumulator> accumulators;
        private final @Nullable BroadcastReader broadcasts;

        LoaderStream(
                InputStream in,
                ClassLoader loader,
                Consumer<Accumulator> accumulators,
                @Nullable BroadcastReader broadcasts)
                throws IOException {
            super(in);
            this.loader = loader;
            this.accumulators = accumulators;
            this.broadcasts = broadcasts;
            enableResolveObject(true);
        }

        @Override
        protected Object resolveObject(Object value) {
            if (value instanceof Accumulator accumulator) {
                accumulators.accept(accumulator);
            } else if (value instanceof Broadcast<?> broadcast && broadcasts != null) {
                broadcast.attach(broadcasts);
            }
            return value;
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
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < interfaces.length; i++) {
                types[i] = Class.forName(interfaces[i], false, loader);
            }
            return Proxy.newProxyInstance(loader, types, (proxy, method, arguments) -> null)
                    .getClass();
        }
    }
}
