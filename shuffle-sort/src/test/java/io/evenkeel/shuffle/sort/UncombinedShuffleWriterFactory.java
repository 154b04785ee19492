package io.evenkeel.shuffle.sort;

import io.evenkeel.aggregate.ObjectCombiner;
import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.CombiningShuffleWriter;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleCombining;
import io.evenkeel.shuffle.ShuffleRecordEncoder;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.Suitability;
import io.evenkeel.shuffle.format.LayoutTable;
import io.evenkeel.sort.SortSettings;
import io.evenkeel.sort.SpillContext;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens writers of encoded records over writers that combine: each record becomes the value of a key of its own, its
 * number, which is also the hash, so that records keep their order. What comes out is what went in.
 */
final class UncombinedShuffleWriterFactory implements ShuffleWriterFactory {

    @Override
    public String name() {
        return "sort";
    }

    @Override
    public Suitability suitability(ShuffleSpec spec) {
        return Suitability.yes("for tests");
    }

    @Override
    public ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        return new Uncombined(spec, map, context);
    }

    /** A record as a value. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Value(RecordLayout layout, byte[] bytes) {}

    private static final class Uncombined implements ShuffleWriter {

        private final LayoutTable layouts = new LayoutTable();
        private final CombiningShuffleWriter writer;
        private @Nullable RecordLayout layout;
        private long number;

        Uncombined(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
            SpillContext spills = new SpillContext(
                    context.attempt(),
                    context.memory(),
                    context.directories(),
                    context.files(),
                    context.counters(),
                    new SortSettings(4, ByteSize.ofKib(16), ByteSize.ofKib(4), true, 1_000));
            CodecRegistry codecs =
                    new CodecRegistry(getClass().getClassLoader(), CodecSettings.from(Configuration.empty()));
            writer = new SortShuffleWriterFactory()
                    .openCombining(
                            spec,
                            map,
                            context,
                            new ShuffleCombining(
                                    new ObjectCombiner<>(
                                            value -> value,
                                            (first, second) -> {
                                                throw new AssertionError("keys are different");
                                            },
                                            (first, second) -> {
                                                throw new AssertionError("keys are different");
                                            }),
                                    codecs.tagged(),
                                    new ValueCodec(layouts),
                                    new ValueEncoder(),
                                    spills));
        }

        @Override
        public void layout(RecordLayout newLayout) {
            layout = newLayout;
        }

        @Override
        public void write(int reducer, byte[] bytes, int offset, int length) throws IOException {
            if (layout == null) {
                throw new IllegalArgumentException("a record before its layout");
            }
            Objects.checkFromIndexSize(offset, length, bytes.length);
            Value value = new Value(layout, Arrays.copyOfRange(bytes, offset, offset + length));
            try {
                writer.combine(reducer, number, number, value);
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            number++;
        }

        @Override
        public MapOutput commit() throws IOException {
            try {
                return writer.commit();
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void abort(Throwable cause) {
            writer.abort(cause);
        }
    }

    /** Writes values to spills. */
    private record ValueCodec(LayoutTable layouts) implements Codec<Object> {

        @Override
        public String descriptor() {
            return "test";
        }

        @Override
        public boolean accepts(@Nullable Object value) {
            return value instanceof Value;
        }

        @Override
        public void write(Object value, ByteWriter out) {
            Value record = (Value) value;
            out.writeVarInt(layouts.numberOf(record.layout));
            out.writeVarInt(record.bytes.length);
            out.writeBytes(record.bytes, 0, record.bytes.length);
        }

        @Override
        public Object read(ByteReader in) {
            RecordLayout layout = layouts.layouts().get(in.readVarInt());
            int length = in.readVarInt();
            int start = in.skip(length);
            return new Value(layout, Arrays.copyOfRange(in.array(), start, start + length));
        }

        @Override
        public boolean canonical() {
            return false;
        }
    }

    /** Makes records of values again. */
    private static final class ValueEncoder implements ShuffleRecordEncoder {

        private @Nullable RecordLayout layout;

        @Override
        public boolean fits(@Nullable Object key, @Nullable Object value) {
            return ((Value) Objects.requireNonNull(value)).layout.equals(layout);
        }

        @Override
        public RecordLayout adopt(@Nullable Object key, @Nullable Object value) {
            RecordLayout adopted = ((Value) Objects.requireNonNull(value)).layout;
            layout = adopted;
            return adopted;
        }

        @Override
        public void write(@Nullable Object key, @Nullable Object value, ByteWriter out) {
            byte[] bytes = ((Value) Objects.requireNonNull(value)).bytes;
            out.writeBytes(bytes, 0, bytes.length);
        }
    }
}
