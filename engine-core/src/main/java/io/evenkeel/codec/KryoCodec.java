package io.evenkeel.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Kryo, with classes found by the application's class loader.
 *
 * <p>Thread-safe: each use takes an instance of Kryo for itself and gives it back after it went well. Kryo's classes are
 * loaded at the first use.
 */
final class KryoCodec extends SerializerCodec {

    private static final int BUFFER_BYTES = 4096;
    private static final int MAX_KEPT_BUFFER_BYTES = 1 << 20;

    private final ClassLoader loader;
    private final CodecSettings settings;
    private final ConcurrentLinkedQueue<Instance> idle = new ConcurrentLinkedQueue<>();

    KryoCodec(CodecRegistry registry, ClassLoader loader, CodecSettings settings) {
        super("kryo", registry);
        this.loader = loader;
        this.settings = settings;
    }

    /** An instance of Kryo with the buffer it writes to. */
    private record Instance(Kryo kryo, Output output) {}

    @Override
    void serialize(Object value, Content content) {
        Instance instance = take();
        Output output = instance.output();
        output.reset();
        try {
            instance.kryo().writeClassAndObject(output, value);
        } catch (RuntimeException | StackOverflowError e) {
            throw notSerializable(value, e);
        }
        content.put(output.getBuffer(), output.position());
        if (output.getBuffer().length > MAX_KEPT_BUFFER_BYTES) {
            output.setBuffer(new byte[BUFFER_BYTES], -1);
        }
        idle.add(instance);
    }

    private EngineException notSerializable(Object value, Throwable cause) {
        String wayOut = settings.kryoRegistrationRequired()
                ? "register its class with " + CodecSettings.KRYO_CLASSES_TO_REGISTER.key() + ", or make it a record"
                : "make it a record, or set " + CodecSettings.SERIALIZER.key() + " to java";
        return new EngineException(
                ErrorCode.VALUE_NOT_SERIALIZABLE,
                "a value of " + value.getClass().getName() + " can't be serialised: " + withRoot(cause) + "; " + wayOut,
                cause);
    }

    /** Kryo wraps what went wrong, often without saying what it was. */
    private static String withRoot(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root == failure ? failure.toString() : failure + " (" + root + ")";
    }

    @Override
    Object deserialize(byte[] bytes, int offset, int length) {
        Instance instance = take();
        Object value = read(instance.kryo(), new Input(bytes, offset, length));
        idle.add(instance);
        return value;
    }

    private static Object read(Kryo kryo, Input input) {
        try {
            Object value = kryo.readClassAndObject(input);
            if (value == null) {
                throw new MalformedEncodingException("Kryo read null, which is never written");
            }
            return value;
        } catch (EngineException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new MalformedEncodingException("Kryo can't read a value: " + e, e);
        }
    }

    /** How many instances wait to be used. */
    int idle() {
        return idle.size();
    }

    private Instance take() {
        Instance instance = idle.poll();
        return instance == null
                ? new Instance(EngineKryo.create(loader, settings), new Output(BUFFER_BYTES, -1))
                : instance;
    }
}
