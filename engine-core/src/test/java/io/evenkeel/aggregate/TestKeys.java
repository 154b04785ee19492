package io.evenkeel.aggregate;

import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random keys with their hashes: few or many, one hot one, null, and hashes that many different keys share. Immutable.
 *
 * @param count how many different keys there are
 * @param hot how many of a hundred are the same key
 * @param hashes how many different hashes there are; 0 for as good as one for each key
 */
record TestKeys(int count, int hot, int hashes) {

    static TestKeys random(Random random) {
        int count = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1 + random.nextInt(2000);
        int hot = random.nextInt(3) == 0 ? 90 : 0;
        int hashes = random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 0;
        return new TestKeys(hashes > 0 ? Math.min(count, 150) : count, hot, hashes);
    }

    /** A key; number 0 is null. */
    @Nullable
    String next(Random random) {
        int number = random.nextInt(100) < hot ? 1 : random.nextInt(count);
        return number == 0 ? null : "key" + number + "x".repeat(number % 37);
    }

    /** The same for equal keys. */
    long hash(@Nullable String key) {
        long hash = key == null ? 0 : key.hashCode() * 0x9E3779B97F4A7C15L;
        return hashes == 0 ? hash ^ hash >>> 29 : Long.remainderUnsigned(hash, hashes) << 60 | 5;
    }
}
