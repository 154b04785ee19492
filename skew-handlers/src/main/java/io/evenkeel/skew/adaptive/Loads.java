package io.evenkeel.skew.adaptive;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.ShuffleVolume;
import io.evenkeel.sketch.KeyEntry;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each reducer has to do, in records: those it reads, and those that a join makes. What a join makes is known of keys
 * that are hot on both sides; it is taken to be no less than a row for each row of the side that is kept, or of the larger one. Immutable.
 */
final class Loads {

    private final List<ShuffleVolume> volumes;
    private final long[] made;
    private final double[] all;
    private final double median;
    private final double total;

    Loads(ReadSite site, List<ShuffleVolume> volumes) {
        this.volumes = volumes;
        this.made = made(site, volumes);
        this.all = new double[site.reducers()];
        for (int reducer = 0; reducer < all.length; reducer++) {
            all[reducer] = (double) read(reducer) + made[reducer];
        }
        this.median = median(all);
        this.total = Arrays.stream(all).sum();
    }

    /** What a join makes of keys that are known to be hot on both sides. */
    private static long[] pairs(ReadSite site, List<ShuffleVolume> volumes) {
        long[] pairs = new long[site.reducers()];
        if (site.operator() instanceof ReduceOperator.Join join && join.type().givesPairs()) {
            Map<Long, Long> left = new HashMap<>();
            volumes.get(0).keys().entries().forEach(entry -> left.put(entry.hash(), entry.recordsAtLeast()));
            for (KeyEntry entry : volumes.get(1).keys().entries()) {
                long ofKey = saturated(left.getOrDefault(entry.hash(), 0L), entry.recordsAtLeast());
                int reducer = StructuralHash.reducer(entry.hash(), pairs.length);
                pairs[reducer] = Math.min(Long.MAX_VALUE / 4, pairs[reducer] + ofKey);
            }
        }
        return pairs;
    }

    private static long[] made(ReadSite site, List<ShuffleVolume> volumes) {
        long[] made = pairs(site, volumes);
        if (!(site.operator() instanceof ReduceOperator.Join join)) {
            return made;
        }
        for (int reducer = 0; reducer < made.length; reducer++) {
            long left = volumes.get(0).records()[reducer];
            long right = volumes.get(1).records()[reducer];
            long matched = switch (join.type()) {
                case LEFT_OUTER, SEMI, ANTI, SUBTRACT -> left;
                case RIGHT_OUTER -> right;
                case INNER, FULL_OUTER -> Math.max(left, right);
            };
            made[reducer] = Math.max(made[reducer], matched);
        }
        return made;
    }

    private static long saturated(long one, long other) {
        return Math.multiplyHigh(one, other) == 0
                ? Math.min(Long.MAX_VALUE / 4, Math.abs(one * other))
                : Long.MAX_VALUE / 4;
    }

    /** Of those that have anything to do; the lower one of two. */
    private static double median(double[] loads) {
        double[] filled = Arrays.stream(loads).filter(load -> load > 0).sorted().toArray();
        return filled.length == 0 ? 0 : filled[(filled.length - 1) / 2];
    }

    int inputs() {
        return volumes.size();
    }

    int reducers() {
        return all.length;
    }

    /** Records that a reducer reads of one input. */
    long read(int input, int reducer) {
        return volumes.get(input).records()[reducer];
    }

    /** Records that a reducer reads. */
    long read(int reducer) {
        long read = 0;
        for (ShuffleVolume volume : volumes) {
            read += volume.records()[reducer];
        }
        return read;
    }

    /** How many records a reducer has at least of keys that are known to have many. */
    long ofHotKeys(int reducer) {
        return volumes.get(0).keys().entries().stream()
                .filter(entry -> StructuralHash.reducer(entry.hash(), reducers()) == reducer)
                .mapToLong(KeyEntry::recordsAtLeast)
                .sum();
    }

    /** Records that a reducer of a join is taken to make. */
    long made(int reducer) {
        return made[reducer];
    }

    /** Bytes that a reducer reads of one input. */
    long bytes(int input, int reducer) {
        return volumes.get(input).bytes()[reducer];
    }

    long bytes(int reducer) {
        long bytes = 0;
        for (ShuffleVolume volume : volumes) {
            bytes += volume.bytes()[reducer];
        }
        return bytes;
    }

    /** What all reducers read, in bytes; rows that are made beyond the number of those that are read count as if they were read. */
    double totalBytes() {
        double bytes = volumes.stream().mapToLong(ShuffleVolume::totalBytes).sum();
        double read = volumes.stream().mapToLong(ShuffleVolume::totalRecords).sum();
        return read == 0 ? bytes : bytes * Math.max(1, (total - read) / read);
    }

    ShuffleVolume volume(int input) {
        return volumes.get(input);
    }

    /** All that a reducer has to do. */
    double of(int reducer) {
        return all[reducer];
    }

    double median() {
        return median;
    }

    double total() {
        return total;
    }

    double largest() {
        return Arrays.stream(all).max().orElse(0);
    }

    /** Whether a reducer stands out so much that something is to be done about it. */
    boolean isHot(int reducer, AdaptiveSettings settings) {
        return all[reducer] > settings.factor() * median
                && (bytes(reducer) >= settings.minSize().bytes() || read(reducer) >= settings.minRecords());
    }

    boolean anyHot(AdaptiveSettings settings) {
        for (int reducer = 0; reducer < all.length; reducer++) {
            if (isHot(reducer, settings)) {
                return true;
            }
        }
        return false;
    }

    /** What a task should have to do so that the work is level: the median, or what everything makes for each task. */
    double level(int slots) {
        return Math.max(1, Math.max(median, 0.9 * total / Math.max(reducers(), 2 * slots)));
    }
}
