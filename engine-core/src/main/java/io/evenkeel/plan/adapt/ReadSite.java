package io.evenkeel.plan.adapt;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.ReduceOperator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A place in a stage where shuffles are read, and what may be changed about it. Immutable.
 *
 * @param firstPartition the stage's partition that reads reducer 0
 * @param shuffles the inputs
 * @param operator what is made of their rows
 * @param reducers how many reducers they are written for
 * @param fixed why nothing may change, if so: somebody sees how the rows lie in partitions
 * @param countGiven whether the user said how many partitions there are, or sees it: not to be fewer then
 * @param splittable inputs that may be read in parts, each part with all of the others; several at once where there are
 *     several
 * @param pinned inputs whose rows come in another order when a map runs again: parts of them are valid for the outputs
 *     they were cut from only
 * @param singleKey reducers whose rows all have one key, as far as that is known: a sort may read these in parts
 * @param byKey whether rows of keys that a side of a join is known to have may be read in parts of it, or of both sides, apart
 *     from the rows of other keys
 * @param isAhead whether it is read by tasks of their own, ahead of the stage that finishes, which combine hot reducers of
 *     an aggregation in parts: a plan names just these reducers, and none as long as nothing is hot
 */
public record ReadSite(
        int firstPartition,
        List<ShuffleId> shuffles,
        ReduceOperator operator,
        int reducers,
        Optional<String> fixed,
        boolean countGiven,
        Set<Integer> splittable,
        Set<Integer> pinned,
        Set<Integer> singleKey,
        boolean byKey,
        boolean isAhead) {

    /** Copies the collections. */
    public ReadSite {
        shuffles = List.copyOf(shuffles);
        splittable = Set.copyOf(splittable);
        pinned = Set.copyOf(pinned);
        singleKey = Set.copyOf(singleKey);
    }

    /** What tells the site from others in plans: what it reads, or what is made ahead. */
    public List<ShuffleId> name() {
        return isAhead ? List.of(shuffles.get(0).ofParts()) : shuffles;
    }

    /** Whether an input may be read in parts, in this reducer. */
    public boolean mayBeSplit(int input, int reducer) {
        return splittable.contains(input)
                && (!(operator instanceof ReduceOperator.Sort) || singleKey.contains(reducer));
    }

    /** Inputs that may be read in parts, by operator: the parts of a legal input, each with all of the others, make up the result. */
    public static Set<Integer> splittableInputs(ReduceOperator operator) {
        Set<Integer> inputs = new TreeSet<>();
        if (operator instanceof ReduceOperator.Join join) {
            if (!join.type().keepsRight()) {
                inputs.add(0); // a left row meets all right rows of its key in its one part
            }
            if (join.type().givesPairs() && !join.type().keepsLeft()) {
                inputs.add(1); // a right row, likewise; and no left row is given by itself
            }
        } else if (operator instanceof ReduceOperator.Rows || operator instanceof ReduceOperator.Sort) {
            inputs.add(0);
        }
        return inputs;
    }

    /** Where hot reducers of an aggregation are combined in parts, ahead of the stage that finishes. */
    public static ReadSite ahead(ShuffleId rows, ReduceOperator.Aggregate operator, int reducers, boolean isPinned) {
        Set<Integer> first = Set.of(0);
        return new ReadSite(
                0,
                List.of(rows),
                operator,
                reducers,
                Optional.empty(),
                true,
                first,
                isPinned ? first : Set.of(),
                Set.of(),
                false,
                true);
    }
}
