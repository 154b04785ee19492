package io.evenkeel.plan.adapt;

import java.util.List;

/**
 * Decides how the tasks of a stage read the shuffles before it, once these are complete. A pure function: no I/O, no
 * clock, the same answer for the same question. The answer is checked by {@link ReadPlan#check} and never asked for
 * again. Thread-safe.
 */
@FunctionalInterface
public interface AdaptiveRules {

    /** Rules that leave every plan as it is. */
    AdaptiveRules NONE = (site, volumes, slots) -> ReadPlan.asPlanned(site, List.of());

    /** Whether hot reducers of aggregations may be combined in parts first, so that sites are {@link ReadSite#isAhead ahead}. */
    default boolean combinesAhead() {
        return false;
    }

    /**
     * Decides on one site.
     *
     * @param site what is read, and what may be changed about it
     * @param volumes how much each input holds
     * @param slots how many tasks run at a time
     */
    ReadPlan plan(ReadSite site, List<ShuffleVolume> volumes, int slots);
}
