package io.evenkeel.scheduler.task;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.ShuffleVolume;
import io.evenkeel.scheduler.dag.StageSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Has the rules decide how stages read, once for each site: a later job that reads the same gets the same answer, as long
 * as its shuffles are known. Confined to the scheduler's thread.
 */
final class ReadPlanner {

    private final AdaptiveRules rules;
    private final MapOutputTracker tracker;
    private final ExecutorSlots executors;
    private final Decisions decisions;
    private final Map<ReadSite, ReadPlan> decided = new LinkedHashMap<>();

    ReadPlanner(AdaptiveRules rules, MapOutputTracker tracker, ExecutorSlots executors, Decisions decisions) {
        this.rules = rules;
        this.tracker = tracker;
        this.executors = executors;
        this.decisions = decisions;
    }

    /** Decides on a stage whose inputs are complete. */
    StageReads decide(StageSpec spec) {
        List<ReadPlan> plans = new ArrayList<>();
        for (ReadSite site : spec.reads()) {
            ReadPlan plan = decided.computeIfAbsent(site, this::ask);
            plans.add(plan);
            if (!plan.outcomes().isEmpty()) {
                decisions.add(new Decision.ReadDecided(spec.id(), site, plan));
            }
        }
        return StageReads.of(spec, plans);
    }

    private ReadPlan ask(ReadSite site) {
        List<ShuffleVolume> volumes = site.shuffles().stream()
                .map(shuffle -> tracker.get(shuffle).volume())
                .toList();
        ReadPlan plan = rules.plan(site, volumes, executors.slots());
        plan.check(site);
        return plan;
    }

    /** No later job reads this shuffle. */
    void forget(ShuffleId shuffle) {
        decided.keySet().removeIf(site -> site.shuffles().contains(shuffle));
    }
}
