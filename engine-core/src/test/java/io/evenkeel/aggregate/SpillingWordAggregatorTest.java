package io.evenkeel.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.sort.SpillScene;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a hash map, with any amount of memory, and memory wanted at any moment. */
final class SpillingWordAggregatorTest {

    /** The key that has the hash 0, which marks a free slot. */
    private static final long HASHED_TO_ZERO = hashedToZero();

    private static final List<LongFunction<Object>> KINDS = List.of(
            number -> number == 3 ? HASHED_TO_ZERO : number,
            number -> (int) number * 64,
            number -> (short) number,
            number -> (char) number,
            number -> (byte) number,
            number -> number % 2 == 0,
            LocalDate::ofEpochDay);

    private static final List<LongCombiner.Kind> COMBINERS = List.of(LongCombiner.Kind.values());
    private static final CodecRegistry CODECS = new CodecRegistry(
            SpillingWordAggregatorTest.class.getClassLoader(), CodecSettings.from(Configuration.of(Map.of())));

    @TempDir
    Path temp;

    private static long hashedToZero() {
        byte[] key = new byte[Long.BYTES];
        StructuralHash.unhash(0, key, 0, key.length);
        return ByteBuffer.wrap(key).getLong() ^ Long.MIN_VALUE;
    }

    private record Input(Codec<Object> codec, LongCombiner.Kind kind, List<Object> keys, List<Long> values) {

        static Input random(SplittableRandom random) {
            LongFunction<Object> kind = KINDS.get(random.nextInt(KINDS.size()));
            int different = 1 + random.nextInt(random.nextBoolean() ? 20 : 4000);
            LongCombiner.Kind combiner = COMBINERS.get(random.nextInt(COMBINERS.size()));
            List<Object> keys = new ArrayList<>();
            List<Long> values = new ArrayList<>();
            for (int i = random.nextInt(6000); i > 0; i--) {
                keys.add(kind.apply(Math.min(random.nextInt(different), random.nextInt(different))));
                values.add(combiner.lift(random.nextLong()));
            }
            return new Input(CODECS.forValue(kind.apply(0)), combiner, keys, values);
        }

        Map<Object, Long> expected() {
            Map<Object, Long> result = new HashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                result.merge(keys.get(i), values.get(i), kind::merge);
            }
            return result;
        }
    }

    /** @param often memory is wanted by others at one of so many steps; 0 for never */
    private static Map<Object, Long> aggregate(SpillScene scene, Input input, Random random, int often, long[] spills)
            throws Exception {
        Map<Object, Long> actual = new HashMap<>();
        ByteWriter encoded = new ByteWriter(16);
        int slots = 1 << (6 + random.nextInt(10));
        try (LongAggregator<Object> aggregator =
                new SpillingWordAggregator<>(scene.context(), input.kind, input.codec, slots)) {
            for (int i = 0; i < input.keys.size(); i++) {
                disturb(scene, random, often);
                encoded.reset();
                encoded.writeByte(7);
                input.codec.write(input.keys.get(i), encoded);
                int length = encoded.position() - 1;
                long hash = StructuralHash.hashBytes(encoded.array(), 1, length);
                aggregator.update(encoded.array(), 1, length, hash, input.values.get(i));
            }
            try (AggregatedRecords<Object, Long> records = aggregator.finish()) {
                while (records.next()) {
                    disturb(scene, random, often);
                    assertThat(actual.put(records.key(), records.combined()))
                            .as("%s came before", records.key())
                            .isNull();
                }
                assertThat(records.next()).isFalse();
            }
            spills[0] += aggregator.spills();
        }
        scene.assertNothingLeft();
        return actual;
    }

    private static void disturb(SpillScene scene, Random random, int often) throws IOException {
        if (often > 0 && random.nextInt(often) == 0) {
            scene.takeAllAndGiveBack();
        }
    }

    @Test
    void combinesAsAHashMapDoesWithEveryAmountOfMemory() {
        long[] spills = new long[1];
        Seeds.each("SpillingWordAggregatorTest", 60, seed -> {
            Random random = new Random(seed);
            Input input = Input.random(new SplittableRandom(seed));
            assertThat(input.codec.isOneWord()).isTrue();
            for (int memory : new int[] {100 << 20, 12_000 + random.nextInt(30_000)}) {
                try (SpillScene scene =
                        new SpillScene(temp, memory, SpillScene.small(3), SpillScene.anyPages(random))) {
                    assertThat(aggregate(scene, input, random, 0, spills)).isEqualTo(input.expected());
                }
            }
            try (SpillScene scene = new SpillScene(temp, 300_000, SpillScene.small(3), SpillScene.anyPages(random))) {
                assertThat(aggregate(scene, input, random, 1 + random.nextInt(400), spills))
                        .isEqualTo(input.expected());
            }
        });
        assertThat(Seeds.isReplay() || spills[0] > 300).isTrue();
    }

    @Test
    void tooLittleMemoryForOneKeyIsRefused() throws IOException {
        Codec<Object> codec = CODECS.forValue(0L);
        try (SpillScene scene = new SpillScene(temp, 1_000, SpillScene.small(3));
                LongAggregator<Object> aggregator =
                        new SpillingWordAggregator<>(scene.context(), LongCombiner.Kind.SUM, codec)) {
            aggregator.update(new byte[Long.BYTES], 0, Long.BYTES, 17, 1);
            assertThatThrownBy(aggregator::finish)
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY));
        }
    }
}
