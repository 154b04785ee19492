package io.evenkeel.memory;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Estimates what rows take on the heap as they come, by sampling: strings, byte arrays and boxes are measured one by one;
 * of other rows the first {@value #ALL_UP_TO} and then about one in {@value #ONE_IN}, at random distances, are measured by
 * {@link ObjectSizes}, and their mean stands for all of these.
 *
 * <p>Error: with s rows sampled whose sizes have the coefficient of variation c, the sum is off by less than 4c/√s of
 * itself, but for one time in sixteen (Chebyshev's inequality; for sizes that are about normal, one in fifteen thousand).
 * Rows of one size are measured exactly. Objects that several rows share are counted with each.
 *
 * <p>Confined to one thread.
 */
public final class RowSizes {

    private static final int ALL_UP_TO = 64;
    private static final int ONE_IN = 32;

    private final ObjectSizes sizes;
    private final SplittableRandom random = new SplittableRandom(0x5EED);
    private long flatBytes;
    private long others;
    private long sampled;
    private long sampledBytes;
    private long untilNext;

    public RowSizes(ObjectSizes sizes) {
        this.sizes = sizes;
    }

    /** Takes another row into account. */
    public void add(@Nullable Object row) {
        long flat = ObjectSizes.flat(row);
        if (flat >= 0) {
            flatBytes += flat;
            return;
        }
        others++;
        if (untilNext-- <= 0) {
            sampled++;
            sampledBytes += sizes.of(row);
            untilNext = sampled < ALL_UP_TO ? 0 : random.nextLong(2L * ONE_IN - 1);
        }
    }

    /** How many bytes the rows take that were added. */
    public long bytes() {
        return flatBytes + (sampled == 0 ? 0 : (long) ((double) sampledBytes / sampled * others));
    }

    /** How many rows the estimate rests on, where it is one. */
    public long sampled() {
        return sampled;
    }
}
