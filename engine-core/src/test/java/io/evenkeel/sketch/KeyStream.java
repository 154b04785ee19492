package io.evenkeel.sketch;

import io.evenkeel.codec.StructuralHash;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Keys with a given distribution, with the exact counts of what was drawn. Confined to one thread. */
final class KeyStream {

    private final double[] upTo;
    private final long[] hashes;
    private final SplittableRandom random;

    private KeyStream(double[] weights, long seed) {
        this.random = new SplittableRandom(seed);
        this.upTo = new double[weights.length];
        this.hashes = new long[weights.length];
        double sum = 0;
        for (int key = 0; key < weights.length; key++) {
            sum += weights[key];
            upTo[key] = sum;
            hashes[key] = StructuralHash.hash(seed * 31 + key);
        }
    }

    /** Key i has a weight of 1 / (i + 1)^exponent. */
    static KeyStream zipf(int keys, double exponent, long seed) {
        double[] weights = new double[keys];
        for (int key = 0; key < keys; key++) {
            weights[key] = Math.pow(key + 1, -exponent);
        }
        return new KeyStream(weights, seed);
    }

    /** The first key has a share, the others have the rest in equal parts. */
    static KeyStream oneHot(int keys, double share, long seed) {
        double[] weights = new double[keys];
        for (int key = 0; key < keys; key++) {
            weights[key] = key == 0 ? share : (1 - share) / (keys - 1);
        }
        return new KeyStream(weights, seed);
    }

    /** Exact records and bytes of one key. */
    static final class Count {
        long records;
        long bytes;

        void add(int recordBytes) {
            records++;
            bytes += recordBytes;
        }
    }

    private int next() {
        double wanted = random.nextDouble() * upTo[upTo.length - 1];
        int low = 0;
        int high = upTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo[middle] <= wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Draws records, counts them exactly, and sketches them. Sizes differ by key when {@code uneven}. */
    KeySketch draw(int records, int k, boolean uneven, Map<Long, Count> exact) {
        KeySketcher sketcher = new KeySketcher(k);
        for (int i = 0; i < records; i++) {
            int key = next();
            int bytes = uneven && key % 17 == 0 ? 2000 + random.nextInt(3000) : 20 + random.nextInt(60);
            exact.computeIfAbsent(hashes[key], hash -> new Count()).add(bytes);
            if (sketcher.add(hashes[key], bytes)) {
                sketcher.sample(new KeySample.Shortened("key " + key));
            }
        }
        return sketcher.finish();
    }

    KeySketch draw(int records, int k, boolean uneven) {
        return draw(records, k, uneven, new HashMap<>());
    }

    long hash(int key) {
        return hashes[key];
    }
}
