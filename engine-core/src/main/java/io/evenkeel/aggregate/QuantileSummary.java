package io.evenkeel.aggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps a small part of many numbers, from which any rank can be told (Manku, Rajagopalan and Lindsay 1998): full buffers
 * of {@value #SIZE} numbers, at most one for each level; a number at level i stands for 2^i. Two buffers of a level are
 * sorted together, and every second number goes up a level; which half does alternates. Stateless: the summary is the
 * caller's array of arrays.
 *
 * <pre>
 * summary[0]:      how many numbers of the buffer are filled | how many buffers went up | least | largest | the buffer
 * summary[1 + i]:  the buffer of level i, sorted, or empty
 * </pre>
 */
final class QuantileSummary {

    private static final int SIZE = 1024;
    private static final int LEVELS = 50;
    private static final int FILLED = 0;
    private static final int CARRIES = 1;
    private static final int MIN = 2;
    private static final int MAX = 3;
    private static final int HEAD = 4;
    private static final int FIRST_CAPACITY = 8;

    private QuantileSummary() {}

    static double[][] empty() {
        double[][] summary = new double[1 + LEVELS][0];
        summary[0] = new double[HEAD + FIRST_CAPACITY];
        summary[0][MIN] = Double.POSITIVE_INFINITY;
        summary[0][MAX] = Double.NEGATIVE_INFINITY;
        return summary;
    }

    static double[][] add(double[][] summary, double number) {
        double[] head = summary[0];
        int filled = (int) head[FILLED];
        if (HEAD + filled == head.length) {
            head = Arrays.copyOf(head, Math.min(HEAD + SIZE, HEAD + 2 * filled));
            summary[0] = head;
        }
        head[HEAD + filled] = number;
        head[FILLED] = filled + 1;
        head[MIN] = Math.min(head[MIN], number);
        head[MAX] = Math.max(head[MAX], number);
        if (filled + 1 == SIZE) {
            double[] full = Arrays.copyOfRange(head, HEAD, HEAD + SIZE);
            Arrays.sort(full);
            head[FILLED] = 0;
            carry(summary, full, 0);
        }
        return summary;
    }

    private static void carry(double[][] summary, double[] full, int level) {
        double[] rising = full;
        int at = level;
        while (summary[1 + at].length > 0) {
            rising = half(rising, summary[1 + at], (int) summary[0][CARRIES] & 1);
            summary[0][CARRIES]++;
            summary[1 + at] = new double[0];
            at++;
        }
        summary[1 + at] = rising;
    }

    /** Every second number of both, which are sorted. */
    private static double[] half(double[] first, double[] second, int offset) {
        double[] both = Arrays.copyOf(first, 2 * SIZE);
        System.arraycopy(second, 0, both, SIZE, SIZE);
        Arrays.sort(both);
        double[] half = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            half[i] = both[2 * i + offset];
        }
        return half;
    }

    static double[][] merge(double[][] summary, double[][] more) {
        for (int level = 0; level < LEVELS; level++) {
            if (more[1 + level].length > 0) {
                carry(summary, more[1 + level].clone(), level);
            }
        }
        for (int i = 0; i < (int) more[0][FILLED]; i++) {
            add(summary, more[0][HEAD + i]);
        }
        summary[0][MIN] = Math.min(summary[0][MIN], more[0][MIN]);
        summary[0][MAX] = Math.max(summary[0][MAX], more[0][MAX]);
        return summary;
    }

    private record Weighted(double number, long weight) {}

    static double[] quantiles(double[][] summary, double[] shares) {
        List<Weighted> numbers = new ArrayList<>();
        for (int i = 0; i < (int) summary[0][FILLED]; i++) {
            numbers.add(new Weighted(summary[0][HEAD + i], 1));
        }
        for (int level = 0; level < LEVELS; level++) {
            for (double number : summary[1 + level]) {
                numbers.add(new Weighted(number, 1L << level));
            }
        }
        numbers.sort(Comparator.comparingDouble(Weighted::number));
        long total = numbers.stream().mapToLong(Weighted::weight).sum();
        double[] found = new double[shares.length];
        for (int i = 0; i < shares.length; i++) {
            found[i] = at(summary, numbers, total, shares[i]);
        }
        return found;
    }

    /** The number at the nearest rank; the ends are exact. */
    private static double at(double[][] summary, List<Weighted> numbers, long total, double share) {
        if (share == 0) {
            return summary[0][MIN];
        }
        if (share == 1) {
            return summary[0][MAX];
        }
        long rank = Math.max(1, (long) Math.ceil(share * total));
        long below = 0;
        for (Weighted number : numbers) {
            below += number.weight();
            if (below >= rank) {
                return number.number();
            }
        }
        return summary[0][MAX];
    }
}
