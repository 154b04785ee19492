package io.evenkeel.perf.workload;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A short piece of work that says how fast the machine is just now: two threads mix numbers, look them up at random places
 * and sort them. What was measured when it took as long may be compared with what is measured now. Stateless.
 */
final class Canary {

    private static final int NUMBERS = 1 << 22;
    private static final int RUNS = 5;
    private static final double NANOS = 1e9;

    private Canary() {}

    /** The median of some runs, in seconds. */
    static double seconds() {
        double[] seconds = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            long found =
                    IntStream.range(0, 2).parallel().mapToLong(Canary::work).sum();
            seconds[run] = (System.nanoTime() - start) / NANOS;
            if (found == 0) {
                throw new IllegalStateException("mixed numbers add up to nothing");
            }
        }
        Arrays.sort(seconds);
        return seconds[RUNS / 2];
    }

    private static long work(int thread) {
        long[] numbers = new long[NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            numbers[i] = Mixing.mix(i + (long) thread * NUMBERS);
        }
        long sum = 0;
        int place = thread;
        for (int i = 0; i < NUMBERS; i++) {
            place = (int) (numbers[place] & (NUMBERS - 1));
            sum += numbers[place] ^ i;
            place = (place + i) & (NUMBERS - 1);
        }
        Arrays.sort(numbers);
        return sum | numbers[0];
    }
}
