package io.evenkeel.dataset;

import io.evenkeel.config.ByteSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What a join or an aggregation is to do about keys with very many rows: a chain of steps, such as
 *
 * <pre>orders.join(customers, Skew.dropKeys(List.of("test")).then(Skew.broadcast()).then(Skew.splitKeys()))</pre>
 *
 * <p>Dropping keys and setting partitions are done on the way; of the others the first that can is taken: a broadcast
 * passes on where the side is too large, splitting where no key is hot. Where none is taken, the operation is done as ever.
 * A step that would give another result for this kind of join is refused when the operation is called. Steps that look at
 * the data run a job at once. Immutable.
 */
public final class Skew {

    private static final double SAMPLE = 0.1;
    private static final int SALTS = 10;
    private static final int HOT_KEYS = 100;
    private static final int MOST_SALTS = 100;

    private final List<SkewStep> steps;

    private Skew(List<SkewStep> steps) {
        this.steps = List.copyOf(steps);
    }

    private static Skew of(SkewStep step) {
        return new Skew(List.of(step));
    }

    /** By a sample: broadcast a small side, else split hot keys, of joins; two stages, of aggregations. */
    public static Skew auto() {
        return of(new SkewStep.Auto());
    }

    /** Drop the rows of these keys, on both sides; how many there were is told by an accumulator and in the log. */
    public static Skew dropKeys(Collection<?> keys) {
        return of(new SkewStep.DropKeys(keys));
    }

    /** Drop the rows of the keys that have most on the left side, by a sample of a tenth; likewise told. */
    public static Skew dropHottest(int keys) {
        return of(new SkewStep.DropHottest(keys, SAMPLE));
    }

    /** Use so many reduce tasks. Helps against many middling keys, not against a single hot one. */
    public static Skew partitions(int partitions) {
        return of(new SkewStep.Partitions(partitions));
    }

    /** Aggregate in two stages, each key in ten parts first. */
    public static Skew twoStage() {
        return twoStage(SALTS);
    }

    /** Aggregate in two stages, each key in so many parts first. */
    public static Skew twoStage(int salts) {
        return of(new SkewStep.TwoStage(salts, Optional.empty(), SAMPLE));
    }

    /** Aggregate in two stages, of which the first is for the keys with most rows, found by a sample of a tenth. */
    public static Skew twoStageOfHotKeys(int hotKeys, int salts) {
        return of(new SkewStep.TwoStage(salts, Optional.of(hotKeys), SAMPLE));
    }

    /** Send the smaller side to every executor whole, if it takes no more than {@code evenkeel.skew.broadcast.threshold}. */
    public static Skew broadcast() {
        return of(new SkewStep.BroadcastSide(Optional.empty(), Optional.empty()));
    }

    /** Send this side to every executor whole, if it takes no more memory than that, as objects. */
    public static Skew broadcast(SkewStep.Side side, ByteSize threshold) {
        return of(new SkewStep.BroadcastSide(Optional.of(side), Optional.of(threshold)));
    }

    /** Find the hot keys by a sample of a tenth, at most 100 on each side, and spread each over up to 100 reducers. */
    public static Skew splitKeys() {
        return splitKeys(HOT_KEYS, SAMPLE, MOST_SALTS);
    }

    /**
     * Find the hot keys by a sample and spread each over as many reducers as its rows need.
     *
     * @param hotKeys how many keys are taken for hot on each side at most
     * @param sampleFraction which part of the rows is looked at, above 0 and up to 1
     * @param maxSalts over how many reducers a key is spread at most
     */
    public static Skew splitKeys(int hotKeys, double sampleFraction, int maxSalts) {
        return of(new SkewStep.SplitKeys(hotKeys, sampleFraction, maxSalts));
    }

    /** Spread all rows of one side over so many parts of each key, and copy all rows of the other as often. */
    public static Skew saltAndReplicate(SkewStep.Side spread, int salts) {
        return of(new SkewStep.SaltAll(spread, salts));
    }

    /** These steps, then those. */
    public Skew then(Skew next) {
        List<SkewStep> all = new ArrayList<>(steps);
        all.addAll(next.steps);
        return new Skew(all);
    }

    /** The steps, in order. */
    public List<SkewStep> steps() {
        return steps;
    }

    @Override
    public String toString() {
        return steps.toString();
    }
}
