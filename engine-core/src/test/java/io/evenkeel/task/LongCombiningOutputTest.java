package io.evenkeel.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.aggregate.ByteAggregationMap;
import io.evenkeel.aggregate.LongCombiner;
import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.codec.EncodedLongs;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.config.Configuration;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleWriter;
import io.evenkeel.sort.SpillScene;
import io.evenkeel.sort.SpillSceneMemory;
import io.evenkeel.testing.Seeds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What is written adds up to what came, each record at the reducer of its key, whichever way the rows went: many enough for
 * maps that are large, full, or given up.
 */
final class LongCombiningOutputTest {

    private static final int REDUCERS = 7;

    private final CodecRegistry codecs =
            new CodecRegistry(getClass().getClassLoader(), CodecSettings.from(Configuration.of(Map.of())));

    /** Adds up what it gets. */
    private static final class Sums implements ShuffleWriter {

        private final Codec<Object> keys;
        private final LongCombiner.Kind kind;
        private final Map<Object, Long> sums = new HashMap<>();
        private int records;

        Sums(Codec<Object> keys, LongCombiner.Kind kind) {
            this.keys = keys;
            this.kind = kind;
        }

        @Override
        public void layout(RecordLayout layout) {
            assertThat(layout).isEqualTo(new RecordLayout(keys.descriptor(), EncodedLongs.DESCRIPTOR));
        }

        @Override
        public void write(int reducer, byte[] bytes, int offset, int length) {
            ByteReader in = new ByteReader(Arrays.copyOfRange(bytes, offset, offset + length));
            Object key = keys.read(in);
            if (reducer != StructuralHash.reducer(StructuralHash.hash(key), REDUCERS)) {
                throw new AssertionError(key + " went to reducer " + reducer);
            }
            sums.merge(key, EncodedLongs.read(in), kind::merge);
            records++;
        }

        @Override
        public MapOutput commit() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void abort(Throwable cause) {
            throw new UnsupportedOperationException();
        }
    }

    /** How often the keys of a stretch of rows come. */
    private enum Keys {
        FEW,
        MANY,
        SKEWED,
        ONE_AND_MANY,
        ONCE;

        long next(Random random, long row) {
            return switch (this) {
                case FEW -> random.nextInt(300);
                case MANY -> random.nextInt(30_000);
                case SKEWED -> (long) Math.exp(random.nextDouble() * 11);
                case ONE_AND_MANY -> random.nextInt(3) > 0 ? 7 : random.nextInt(60_000);
                case ONCE -> 1_000_000 + row;
            };
        }
    }

    /** A number as a key: itself, or a text, some of them long, some of them of wide chars. */
    private static Object key(long number, boolean isText) {
        if (!isText) {
            return number;
        }
        String text = Long.toString(number, 36);
        return switch ((int) (number % 97)) {
            case 0 -> text.repeat(12);
            case 1 -> text + "é";
            case 2 -> text + "Ā";
            case 3 -> number < 4000 ? text.repeat(1500) : text;
            default -> text;
        };
    }

    @Test
    void whatIsWrittenAddsUpToWhatCame() {
        Seeds.each("LongCombiningOutputTest#whatIsWrittenAddsUpToWhatCame", 24, seed -> {
            Random random = new Random(seed);
            boolean isText = random.nextBoolean();
            LongCombiner.Kind kind = List.of(LongCombiner.Kind.values()).get(random.nextInt(4));
            long mapBytes = random.nextBoolean() ? Long.MAX_VALUE : 20_000 + random.nextInt(2_000_000);
            Codec<Object> codec = codecs.forValue(key(5, isText));
            Sums written = new Sums(codec, kind);
            Map<Object, Long> expected = new HashMap<>();
            try (SpillSceneMemory memory = new SpillSceneMemory(random.nextInt(4) == 0);
                    LongCombiningOutput output = output(kind, written, memory, mapBytes)) {
                for (int stretch = 1 + random.nextInt(3); stretch > 0; stretch--) {
                    Keys keys = Keys.values()[random.nextInt(Keys.values().length)];
                    int rows = random.nextInt(200_000);
                    for (int row = 0; row < rows; row++) {
                        Object key = key(keys.next(random, row), isText);
                        long value = random.nextLong();
                        assertThat(output.takes(key, value)).isTrue();
                        output.combine(key, value);
                        expected.merge(key, kind.lift(value), kind::merge);
                    }
                }
                output.empty();
                assertThat(memory.task().heldBytes()).as("memory that is held").isZero();
            }
            assertThat(written.sums).isEqualTo(expected);
        });
    }

    /** A large map, and keys that come again soon before it: as few records are written as there are keys. */
    @Test
    void aMapWithRoomGivesEachKeyFewTimes() throws Exception {
        Random random = new Random(3);
        Sums written = new Sums(codecs.forValue(1L), LongCombiner.Kind.COUNT);
        try (SpillSceneMemory memory = new SpillSceneMemory(false);
                LongCombiningOutput output = output(LongCombiner.Kind.COUNT, written, memory, Long.MAX_VALUE)) {
            for (int row = 0; row < 600_000; row++) {
                long key = Keys.SKEWED.next(random, row);
                assertThat(output.takes(key, 1L)).isTrue();
                output.combine(key, 1L);
            }
            output.empty();
        }
        assertThat(written.sums.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(600_000);
        assertThat(written.records).isEqualTo(written.sums.size());
    }

    private LongCombiningOutput output(
            LongCombiner.Kind kind, ShuffleWriter writer, SpillSceneMemory memory, long mapBytes) {
        return new LongCombiningOutput(
                kind,
                RowPartitioner.of(new PartitionRule.ByHash(REDUCERS), 0, codecs),
                new RecordEncoder(codecs, false, true),
                writer,
                ByteAggregationMap.emptiedByCaller(kind, memory.task(), SpillScene.small(4), mapBytes),
                KeyWatch.none());
    }
}
