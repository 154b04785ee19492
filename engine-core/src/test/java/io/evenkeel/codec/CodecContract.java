package io.evenkeel.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.evenkeel.error.EngineException;
import io.evenkeel.testing.Seeds;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Codec}. A subclass names a codec, its hostile values and how to make random ones.
 *
 * @param <T> the class of values
 */
@SuppressWarnings("NullAway") // null is a value of some codecs, and generics can't say so
public abstract class CodecContract<T> {

    private static final int SEEDS = 20;
    private static final int DAMAGED = 100;
    private static final long MAX_ALLOCATED_BYTES = 16 << 20;

    protected abstract Codec<T> codec();

    /** Values that are likely to be handled wrong; at least one. */
    protected abstract List<T> edges();

    protected abstract T random(Random random);

    /** The natural order of the values, if the codec has to be ordered. */
    protected @Nullable Comparator<T> order() {
        return null;
    }

    /** Whether the codec has to be canonical. */
    protected abstract boolean canonical();

    /** False if a serialiser reads, which neither promises how it fails nor the same bytes for what it read. */
    protected boolean readsByItself() {
        return true;
    }

    private List<T> values(long seed) {
        Random random = new Random(seed);
        List<T> values = new ArrayList<>(edges());
        for (int i = 0; i < 20; i++) {
            values.add(random.nextInt(4) == 0 ? edges().get(random.nextInt(edges().size())) : random(random));
        }
        return values;
    }

    private void forSeeds(ValuesTest<T> test) {
        Seeds.each(getClass().getName(), SEEDS, seed -> test.run(values(seed), new Random(seed)));
    }

    @FunctionalInterface
    private interface ValuesTest<T> {
        void run(List<T> values, Random random);
    }

    private byte[] encode(T value) {
        ByteWriter out = new ByteWriter(1);
        codec().write(value, out);
        return out.toByteArray();
    }

    @Test
    void whatIsReadEqualsWhatWasWritten() {
        forSeeds((values, random) -> {
            for (T value : values) {
                byte[] encoded = encode(value);
                T read = codec().read(new ByteReader(encoded));
                assertThat(StructuralEquality.equals(value, read))
                        .as("%s read as %s", value, read)
                        .isTrue();
                if (readsByItself()) {
                    assertThat(encode(read))
                            .as("%s read as %s and written again", value, read)
                            .isEqualTo(encoded);
                }
                assertThat(codec().accepts(value)).as("accepts %s", value).isTrue();
                assertThat(codec().accepts(read))
                        .as("accepts %s, which was read", read)
                        .isTrue();
            }
        });
    }

    @Test
    void encodingsDelimitThemselves() {
        forSeeds((values, random) -> {
            ByteWriter out = new ByteWriter(1);
            out.skip(random.nextInt(9));
            int start = out.position();
            List<Integer> ends = new ArrayList<>();
            for (T value : values) {
                codec().write(value, out);
                ends.add(out.position());
            }
            ByteReader in = new ByteReader();
            in.reset(out.array(), start, out.position() - start);
            for (int i = 0; i < values.size(); i++) {
                if (random.nextBoolean()) {
                    codec().skip(in);
                } else {
                    T read = codec().read(in);
                    assertThat(StructuralEquality.equals(values.get(i), read)).isTrue();
                }
                assertThat(in.position())
                        .as("behind value %s, %s", i, values.get(i))
                        .isEqualTo(ends.get(i));
            }
        });
    }

    @Test
    void canonicalCodecsHaveEqualBytesForEqualValuesOnly() {
        assertThat(codec().canonical()).isEqualTo(canonical());
        forSeeds((values, random) -> {
            List<byte[]> encodings = values.stream().map(this::encode).toList();
            for (int i = 0; i < values.size(); i++) {
                T left = values.get(i);
                for (int j = 0; j < values.size(); j++) {
                    T right = values.get(j);
                    boolean equal = StructuralEquality.equals(left, right);
                    boolean sameBytes = Arrays.equals(encodings.get(i), encodings.get(j));
                    if (canonical()) {
                        assertThat(sameBytes)
                                .as("bytes of %s and %s", left, right)
                                .isEqualTo(equal);
                    } else if (sameBytes) {
                        assertThat(equal).as("%s equals %s", left, right).isTrue();
                    }
                    if (equal) {
                        assertThat(StructuralHash.hash(left)).isEqualTo(StructuralHash.hash(right));
                    }
                }
            }
        });
    }

    /** Wherever the encoding stands, and whatever stands around it. */
    @Test
    void theHashFromAnEncodingIsTheValues() {
        forSeeds((values, random) -> {
            for (T value : values) {
                byte[] encoded = encode(value);
                byte[] around = new byte[encoded.length + 12];
                random.nextBytes(around);
                int offset = random.nextInt(13);
                System.arraycopy(encoded, 0, around, offset, encoded.length);
                assertThat(codec().hash(value, around, offset))
                        .as("hash of %s", value)
                        .isEqualTo(StructuralHash.hash(value));
            }
        });
    }

    @Test
    void encodingsOfOneWordHaveOneLengthAndAHashEach() {
        assertThat(codec().isOneWord() && !canonical()).isFalse();
        if (!codec().isOneWord()) {
            return;
        }
        int width = encode(edges().get(0)).length;
        assertThat(width).isBetween(1, Long.BYTES);
        forSeeds((values, random) -> {
            Map<Long, T> byHash = new HashMap<>();
            for (T value : values) {
                byte[] encoded = encode(value);
                assertThat(encoded).hasSize(width);
                T other = byHash.putIfAbsent(StructuralHash.hashBytes(encoded, 0, width), value);
                assertThat(other == null || StructuralEquality.equals(other, value))
                        .as("%s, whose hash is that of %s", value, other)
                        .isTrue();
            }
        });
    }

    @Test
    void encodingsCompareAsTheValuesDo() {
        Comparator<T> order = order();
        assertThat(codec().ordered()).isEqualTo(order != null);
        if (order == null) {
            assertThatThrownBy(() -> codec().compareEncoded(new byte[1], 0, new byte[1], 0))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThat(codec().orderPrefix(encode(edges().get(0)), 0)).isZero();
            return;
        }
        forSeeds((values, random) -> {
            for (T left : values) {
                for (T right : values) {
                    assertOrder(order, left, right, random);
                }
            }
        });
    }

    private void assertOrder(Comparator<T> order, T left, T right, Random random) {
        ByteWriter out = new ByteWriter(1);
        int leftOffset = random.nextInt(5);
        out.skip(leftOffset);
        codec().write(left, out);
        int rightOffset = out.position();
        codec().write(right, out);
        byte[] bytes = out.toByteArray();
        int expected = Integer.signum(order.compare(left, right));
        assertThat(Integer.signum(codec().compareEncoded(bytes, leftOffset, bytes, rightOffset)))
                .as("%s compared to %s", left, right)
                .isEqualTo(expected);
        long leftPrefix = codec().orderPrefix(bytes, leftOffset);
        long rightPrefix = codec().orderPrefix(bytes, rightOffset);
        if (leftPrefix != rightPrefix) {
            assertThat(Long.compareUnsigned(leftPrefix, rightPrefix))
                    .as("prefixes %x of %s and %x of %s", leftPrefix, left, rightPrefix, right)
                    .isEqualTo(expected);
        }
    }

    @Test
    void cutEncodingsAreRefused() {
        forSeeds((values, random) -> {
            T value = values.get(random.nextInt(values.size()));
            byte[] encoded = encode(value);
            byte[] followed = Arrays.copyOf(encoded, encoded.length + 64);
            ByteReader in = new ByteReader();
            for (int cut = 0; cut < encoded.length; cut += 1 + cut / 16) {
                in.reset(followed, 0, cut);
                assertThatThrownBy(() -> codec().read(in))
                        .as("%s cut to %s of %s bytes", value, cut, encoded.length)
                        .isInstanceOf(MalformedEncodingException.class);
                in.reset(followed, 0, cut);
                assertThatThrownBy(() -> codec().skip(in))
                        .as("%s cut to %s of %s bytes and skipped", value, cut, encoded.length)
                        .isInstanceOf(MalformedEncodingException.class);
            }
        });
    }

    /** Damaged bytes may read as another value, but never fail in another way or take memory beyond their size. */
    @Test
    void damagedEncodingsAreReadOrRefusedAtLittleCost() {
        if (!readsByItself()) {
            assertThat(codec().canonical())
                    .as("canonical though read by a serialiser")
                    .isFalse();
            return;
        }
        forSeeds((values, random) -> {
            for (int i = 0; i < DAMAGED; i++) {
                byte[] bytes = encode(values.get(random.nextInt(values.size())));
                damage(bytes, random);
                readDamaged(bytes);
            }
        });
    }

    private static void damage(byte[] bytes, Random random) {
        for (int j = random.nextInt(4); j >= 0 && bytes.length > 0; j--) {
            int position =
                    random.nextBoolean() ? random.nextInt(bytes.length) : random.nextInt(Math.min(8, bytes.length));
            bytes[position] = (byte) (random.nextInt(3) == 0 ? 0xFF : random.nextInt());
        }
    }

    private void readDamaged(byte[] bytes) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            codec().read(new ByteReader(bytes));
        } catch (EngineException refused) {
            assertThat(refused.getMessage()).isNotEmpty();
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes taken to read %s damaged bytes", bytes.length)
                .isLessThan(MAX_ALLOCATED_BYTES + 64L * bytes.length);
    }

    @Test
    void descriptorRebuildsTheCodec() {
        Codec<Object> rebuilt = CodecRegistryTest.registry(Map.of()).fromDescriptor(codec().descriptor());
        assertThat(rebuilt.descriptor()).isEqualTo(codec().descriptor());
        assertThat(rebuilt.canonical()).isEqualTo(codec().canonical());
        assertThat(rebuilt.ordered()).isEqualTo(codec().ordered());
        for (T value : edges()) {
            Object read = rebuilt.read(new ByteReader(encode(value)));
            assertThat(StructuralEquality.equals(read, value))
                    .as("%s read as %s", value, read)
                    .isTrue();
        }
    }
}
