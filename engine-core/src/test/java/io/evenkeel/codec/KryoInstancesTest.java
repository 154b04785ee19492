package io.evenkeel.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** Instances of Kryo keep what they know of a value's references, so no two values may meet in one. */
final class KryoInstancesTest {

    private final CodecRegistry registry = CodecRegistryTest.registry(Map.of());
    private final KryoCodec codec = new KryoCodec(
            registry, KryoInstancesTest.class.getClassLoader(), CodecSettings.from(Configuration.empty()));

    /** A value that refers to itself. */
    private static final class Knot {
        private final int number;
        private final List<Object> others = new ArrayList<>();

        Knot(int number) {
            this.number = number;
            others.add(this);
        }
    }

    /** Fails while it is written, in the middle of what holds it. */
    private static final class Unwritable extends ArrayList<Object> implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new IOException("on purpose, instead of writing to " + out);
        }
    }

    /** Writes another value by the same codec while it is written itself. */
    private static final class Nesting extends ArrayList<Object> {
        private static final long serialVersionUID = 1;
        private final transient ToIntFunction<Object> encodedLength;

        Nesting(ToIntFunction<Object> encodedLength) {
            this.encodedLength = encodedLength;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(encodedLength.applyAsInt(new Knot(2)));
        }
    }

    private Object nesting() {
        return new Nesting(value -> encode(value).length);
    }

    private byte[] encode(Object value) {
        ByteWriter out = new ByteWriter(64);
        codec.write(value, out);
        return out.toByteArray();
    }

    private Object decode(byte[] bytes) {
        ByteReader in = new ByteReader();
        in.reset(bytes, 0, bytes.length);
        return codec.read(in);
    }

    private void assertKnot(byte[] bytes, int number) {
        Knot read = (Knot) decode(bytes);
        assertThat(read.number).isEqualTo(number);
        assertThat(read.others).singleElement().isSameAs(read);
    }

    /** SPARK-7873, SPARK-7766: values that are written while another is, and after one that could not be. */
    @Test
    void valuesDoNotMeet() {
        byte[] first = encode(new Knot(1));
        assertThat(encode(new Knot(1))).isEqualTo(first);
        assertThatThrownBy(() -> encode(new ArrayList<>(List.of(new Knot(3), new Unwritable()))))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("on purpose");
        assertThat(encode(new Knot(1)))
                .as("after one that could not be written")
                .isEqualTo(first);
        encode(new ArrayList<>(List.of(new Knot(4), nesting(), new Knot(5))));
        assertThat(encode(new Knot(1))).as("after two within each other").isEqualTo(first);
        assertKnot(first, 1);
        byte[] cut = java.util.Arrays.copyOf(first, first.length);
        cut[0]--; // its length
        assertThatThrownBy(() -> decode(cut)).isInstanceOf(MalformedEncodingException.class);
        assertKnot(first, 1);
    }

    /** SPARK-43378: instances go back; there are as many as values were written within each other. */
    @Test
    void instancesAreUsedAgain() {
        for (int i = 0; i < 10_000; i++) {
            assertKnot(encode(new Knot(i)), i);
        }
        assertThat(codec.idle()).isEqualTo(1);
        encode(nesting());
        assertThat(codec.idle()).isEqualTo(2);
    }
}
