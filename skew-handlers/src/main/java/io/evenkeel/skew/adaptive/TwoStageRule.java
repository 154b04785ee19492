package io.evenkeel.skew.adaptive;

import io.evenkeel.plan.adapt.ReadGroup;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.RuleOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Has hot reducers of an aggregation combined in parts, by tasks ahead of the stage that finishes: of a key one row for each
 * part is left then. Helps where the rows were not combined before the shuffle; where they were, no reducer is hot.
 * Immutable.
 */
final class TwoStageRule {

    private final AdaptiveSettings settings;

    TwoStageRule(AdaptiveSettings settings) {
        this.settings = settings;
    }

    /** Which reducers are combined ahead, and in how many parts. */
    ReadPlan plan(Loads loads, int slots) {
        List<ReadGroup> groups = new ArrayList<>();
        List<RuleOutcome> outcomes = new ArrayList<>();
        double level = loads.level(slots);
        for (int reducer = 0; reducer < loads.reducers(); reducer++) {
            if (loads.isHot(reducer, settings)) {
                long records = loads.read(reducer);
                long ofHotKeys = loads.ofHotKeys(reducer);
                int parts = (int) Math.min(Math.ceil(records / level), settings.maxParts());
                boolean isWorthwhile = parts > 1 && ofHotKeys >= settings.twoStageMinShare() * records;
                outcomes.add(new RuleOutcome(
                        "two-stage",
                        isWorthwhile,
                        "reducer " + reducer + " is combined in " + parts + " parts first",
                        "it has " + records + " records, at least " + ofHotKeys
                                + " of them of keys with many, the median is " + (long) loads.median()));
                if (isWorthwhile) {
                    groups.add(new ReadGroup(reducer, reducer + 1, List.of(parts), records / parts));
                }
            }
        }
        return new ReadPlan(groups, outcomes);
    }
}
