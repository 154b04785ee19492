package io.evenkeel.scheduler.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventBus;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.RuleOutcome;
import io.evenkeel.scheduler.task.Decision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was decided about the reading of shuffles, for people: told to listeners once, and kept for explain(). Thread-safe: one lock. */
final class DecidedReads {

    private final EventBus events;

    @GuardedBy("this")
    private final Map<List<ShuffleId>, Decision.ReadDecided> byShuffles = new LinkedHashMap<>();

    DecidedReads(EventBus events) {
        this.events = events;
    }

    /** A stage reads like this from now on. */
    void decided(Decision.ReadDecided decided) {
        synchronized (this) {
            byShuffles.put(decided.site().name(), decided);
        }
        for (RuleOutcome outcome : decided.plan().outcomes()) {
            if (outcome.applied()) {
                events.publish(new EngineEvent.PlanAdapted(
                        decided.stage(), outcome.rule(), outcome.change(), outcome.reason()));
            }
        }
    }

    synchronized void forget(ShuffleId shuffle) {
        byShuffles.keySet().removeIf(shuffles -> shuffles.contains(shuffle));
    }

    /** How these shuffles are read together and why, a line each; empty if nobody has read them yet, or as planned. */
    synchronized List<String> textOf(List<ShuffleId> shuffles) {
        Decision.ReadDecided decided = byShuffles.get(shuffles);
        if (decided == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        ReadPlan plan = decided.plan();
        if (decided.site().isAhead()) {
            lines.add(
                    "adapted: " + plan.groups().size() + " reducers are combined by " + plan.tasks() + " tasks first");
        } else if (!plan.isAsPlanned()) {
            lines.add("adapted: " + decided.site().reducers() + " reducers are read by " + plan.tasks() + " tasks");
        }
        plan.outcomes().forEach(outcome -> lines.add("  " + outcome));
        return lines;
    }
}
