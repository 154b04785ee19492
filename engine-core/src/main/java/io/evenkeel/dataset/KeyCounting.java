package io.evenkeel.dataset;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.plan.CallSite;
import io.evenkeel.sketch.KeyEntry;
import io.evenkeel.sketch.KeySample;
import io.evenkeel.sketch.KeySketch;
import io.evenkeel.sketch.KeySketcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Counts the rows of keys by a job: a sketch for each partition, summed. Stateless. */
final class KeyCounting {

    /** How finely: keys with a thousandth of the rows are found. */
    private static final int KEYS = 1024;

    private KeyCounting() {}

    /** What a partition's task tells: how many rows there are, and the sketch of those it looked at, as Java writes it. */
    record Counted(long rows, KeySketch keys) {}

    static <K> KeyDistribution<K> distribution(
            EngineSession session, KeyedDataset<K, ?> rows, double fraction, CallSite site) {
        long[] all = {0};
        List<KeySketch> sketches = new ArrayList<>();
        session.<Object, Counted>run(rows.base, counting(rows.key(), fraction), site, (partition, counted) -> {
            all[0] += counted.rows();
            sketches.add(counted.keys());
        });
        KeySketch merged = KeySketch.merge(sketches);
        List<KeyShare<K>> shares = new ArrayList<>();
        for (KeyEntry entry : merged.entries()) {
            shares.add(share(entry, merged, all[0], session.codecs()));
        }
        return new KeyDistribution<>(all[0], merged.records(), shares);
    }

    private static PartitionAction<Object, Counted> counting(SerializableFunction<Object, ?> key, double fraction) {
        return (rows, context) -> {
            SplittableRandom random = new SplittableRandom(context.partition().value());
            KeySketcher sketcher = KeySketcher.naming(KEYS);
            Codec<Object> codec = context.codecs().tagged();
            ByteWriter encoded = new ByteWriter(64);
            long[] seen = {0};
            rows.forEachRemaining(row -> {
                seen[0]++;
                if (fraction >= 1 || random.nextDouble() < fraction) {
                    Object found = key.apply(row);
                    StructuralEquality.check(found);
                    if (sketcher.add(StructuralHash.hash(found), 1)) {
                        encoded.reset();
                        codec.write(found, encoded);
                        sketcher.sample(
                                encoded.position() <= KeySample.MAX_KEY_BYTES
                                        ? new KeySample.Whole(codec.descriptor(), encoded.toByteArray())
                                        : new KeySample.Shortened(KeySample.textOf(found)));
                    }
                }
                return true;
            });
            return new Counted(seen[0], sketcher.finish());
        };
    }

    /** Bounds of the count, widened by what a sample leaves open: the score interval of Wilson (1927). */
    @SuppressWarnings("unchecked") // the keys are what the user's types say
    private static <K> KeyShare<K> share(KeyEntry entry, KeySketch sketch, long rows, CodecRegistry codecs) {
        KeySample sample = entry.sample();
        Optional<K> key = sample instanceof KeySample.Whole whole
                ? Optional.ofNullable((K) whole.decode(codecs))
                : Optional.empty();
        double least = (double) entry.recordsAtLeast() / sketch.records();
        double most = Math.min(1, (double) entry.recordsAtMost() / sketch.records());
        boolean exact = sketch.records() == rows;
        double share = (least + most) / 2;
        return new KeyShare<>(
                entry.hash(),
                key,
                sample == null ? "(not named)" : sample.text(codecs),
                Math.round(share * rows),
                share,
                exact ? least : wilson(least, sketch.records(), -1),
                exact ? most : wilson(most, sketch.records(), 1));
    }

    private static double wilson(double share, long records, int sign) {
        double z = 1.96;
        double middle = share + z * z / (2 * records);
        double width = z * Math.sqrt(share * (1 - share) / records + z * z / (4.0 * records * records));
        return Math.max(0, Math.min(1, (middle + sign * width) / (1 + z * z / records)));
    }
}
