package io.evenkeel.skew.adaptive;

import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.adapt.ReadGroup;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.RuleOutcome;
import io.evenkeel.plan.adapt.ShuffleVolume;
import java.util.List;
import java.util.Optional;

/**
 * Has every task of a skewed join read the whole of a side that turned out small, and an equal part of the other side, in
 * the order of maps and whatever the keys. Immutable.
 */
final class BroadcastRule {

    private final AdaptiveSettings settings;

    BroadcastRule(AdaptiveSettings settings) {
        this.settings = settings;
    }

    /** The plan; empty where it is not legal or not worth while. */
    Optional<ReadPlan> plan(ReadSite site, Loads loads, int slots) {
        boolean isJoin = site.operator() instanceof ReduceOperator.Join;
        if (!isJoin || !settings.broadcast() || (site.countGiven() && site.reducers() > 1)) {
            return Optional.empty();
        }
        for (int small = 1; small >= 0; small--) {
            Optional<ReadPlan> plan = plan(site, loads, slots, small);
            if (plan.isPresent()) {
                return plan;
            }
        }
        return Optional.empty();
    }

    private Optional<ReadPlan> plan(ReadSite site, Loads loads, int slots, int small) {
        int large = 1 - small;
        ShuffleVolume side = loads.volume(small);
        long rows = loads.volume(large).totalRecords();
        if (!site.splittable().contains(large)
                || side.totalBytes() > settings.broadcastMaxSize().bytes()) {
            return Optional.empty();
        }
        double wanted = Math.ceil(loads.total() / loads.level(slots));
        int parts = (int) Math.max(1, Math.min(Math.min(wanted, settings.maxParts()), (double) rows));
        double again = (parts - 1.0) * side.totalBytes();
        if (parts < 2 || again > settings.maxReplication() * loads.totalBytes()) {
            return Optional.empty();
        }
        List<Integer> cut = small == 1 ? List.of(parts, 1) : List.of(1, parts);
        String name = small == 1 ? "right" : "left";
        RuleOutcome outcome = new RuleOutcome(
                "broadcast",
                true,
                parts + " tasks read the whole " + name + " side, and of the other side a part each",
                "the " + name + " side has " + side.totalRecords() + " records in " + side.totalBytes()
                        + " bytes, and a reducer has " + (long) loads.largest() + " records where the median is "
                        + (long) loads.median());
        return Optional.of(new ReadPlan(List.of(new ReadGroup(0, site.reducers(), cut)), List.of(outcome)));
    }
}
