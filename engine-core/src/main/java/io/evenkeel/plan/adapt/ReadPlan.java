package io.evenkeel.plan.adapt;

import io.evenkeel.plan.ReduceOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the reducers of a site are read: groups that follow each other and hold every reducer once, or, where it is read ahead,
 * those that are cut. Right for any content
 * of the shuffles, so it stays when map outputs are lost and made again. Immutable.
 *
 * @param groups in the order of reducers
 * @param outcomes what the rules did, and what they left alone with the reason
 */
public record ReadPlan(List<ReadGroup> groups, List<RuleOutcome> outcomes) {

    /** Copies the lists. */
    public ReadPlan {
        groups = List.copyOf(groups);
        outcomes = List.copyOf(outcomes);
    }

    /** A task for each reducer. */
    public static ReadPlan asPlanned(ReadSite site, List<RuleOutcome> outcomes) {
        int inputs = site.shuffles().size();
        if (site.isAhead()) {
            return new ReadPlan(List.of(), outcomes);
        }
        return new ReadPlan(
                IntStream.range(0, site.reducers())
                        .mapToObj(reducer -> ReadGroup.whole(reducer, reducer + 1, inputs, 0))
                        .toList(),
                outcomes);
    }

    /** Whether there is a task for each reducer, as it was planned. */
    public boolean isAsPlanned() {
        return groups.stream().allMatch(ReadGroup::isPlain);
    }

    public int tasks() {
        return groups.stream().mapToInt(ReadGroup::tasks).reduce(0, Math::addExact);
    }

    /** What the tasks read, in the order of reducers. */
    public List<ReadSlice> slices(int firstPartition) {
        List<ReadSlice> slices = new ArrayList<>();
        groups.forEach(group -> slices.addAll(group.slices(firstPartition)));
        return slices;
    }

    /**
     * Refuses a plan that would give other rows than a task for each reducer does, or that changes what must not change.
     *
     * @throws IllegalStateException if it is such a plan
     */
    public void check(ReadSite site) {
        if (site.isAhead()) {
            checkAhead(site);
            return;
        }
        if (isAsPlanned() && groups.size() == site.reducers()) {
            return;
        }
        require(site.fixed().isEmpty(), "nothing may change", site);
        int next = 0;
        for (ReadGroup group : groups) {
            require(group.first() == next, "reducer " + next + " is not read once", site);
            require(group.parts().size() == site.shuffles().size(), group + " has other inputs", site);
            require(group.end() == next + 1 || !site.countGiven(), "the number of partitions was given", site);
            next = group.end();
            check(group, site);
        }
        require(next == site.reducers(), "the reducers end at " + next, site);
    }

    private void checkAhead(ReadSite site) {
        int next = 0;
        for (ReadGroup group : groups) {
            boolean isOne = group.first() >= next && group.end() == group.first() + 1 && group.end() <= site.reducers();
            require(isOne, "the reducers are not read once each", site);
            require(group.parts().size() == 1 && group.isSplit(), group + " is not cut", site);
            next = group.end();
        }
    }

    private void check(ReadGroup group, ReadSite site) {
        if (group.isByKey()) {
            boolean isCut = IntStream.range(0, group.parts().size()).anyMatch(group::splits);
            boolean isOne = group.end() == group.first() + 1;
            require(site.byKey() && isCut && isOne, group + " must not be cut by keys", site);
            return;
        }
        for (int input = 0; input < group.parts().size(); input++) {
            if (group.splits(input)) {
                boolean single = group.end() == group.first() + 1;
                require(site.splittable().contains(input), "input " + input + " must not be read in parts", site);
                require(
                        !(site.operator() instanceof ReduceOperator.Sort)
                                || (single && site.mayBeSplit(input, group.first())),
                        "reducer " + group.first() + " has several keys",
                        site);
            }
        }
    }

    private void require(boolean holds, String problem, ReadSite site) {
        if (!holds) {
            throw new IllegalStateException(
                    "the adaptive rules made a plan that is not legal (" + problem + "): " + this + " for " + site);
        }
    }
}
