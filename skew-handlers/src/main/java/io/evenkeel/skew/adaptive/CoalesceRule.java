package io.evenkeel.skew.adaptive;

import io.evenkeel.plan.adapt.ReadGroup;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.RuleOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Has neighbouring small reducers read by one task: up to the advisory size, or, beside hot reducers that were cut, up to
 * what a part of these has to do. Immutable.
 */
final class CoalesceRule {

    /** By how much the level is lowered while there are too few tasks. */
    private static final double FINER = 0.85;

    private final AdaptiveSettings settings;

    CoalesceRule(AdaptiveSettings settings) {
        this.settings = settings;
    }

    /** The groups with small ones put together. */
    List<ReadGroup> merge(
            List<ReadGroup> groups,
            ReadSite site,
            Loads loads,
            int slots,
            boolean toLevel,
            List<RuleOutcome> outcomes) {
        long bytes =
                groups.stream().mapToLong(group -> loads.bytes(group.first())).sum();
        List<ReadGroup> merged = toLevel
                ? toLevel(groups, site, loads, slots)
                : merge(
                        groups,
                        loads,
                        2.0 * settings.minRecords(),
                        Math.min(settings.advisorySize().bytes(), bytes / Math.max(1, slots)));
        if (merged.size() < groups.size()) {
            outcomes.add(new RuleOutcome(
                    "coalesce",
                    true,
                    site.reducers() + " reducers are read in " + merged.size() + " groups",
                    "they have " + bytes + " bytes, " + bytes / site.reducers() + " each"));
        }
        return merged;
    }

    /** Up to the level of the parts of others, but so that there are not fewer tasks than reducers. */
    private static List<ReadGroup> toLevel(List<ReadGroup> groups, ReadSite site, Loads loads, int slots) {
        double most = loads.level(slots);
        List<ReadGroup> merged = merge(groups, loads, most, Long.MAX_VALUE);
        while (most >= 1 && tasks(merged) < site.reducers()) {
            most *= FINER;
            merged = merge(groups, loads, most, Long.MAX_VALUE);
        }
        return merged;
    }

    private static int tasks(List<ReadGroup> groups) {
        return groups.stream().mapToInt(ReadGroup::tasks).sum();
    }

    private static List<ReadGroup> merge(List<ReadGroup> groups, Loads loads, double most, long mostBytes) {
        List<ReadGroup> merged = new ArrayList<>();
        int next = 0;
        while (next < groups.size()) {
            int end = next + 1;
            if (!groups.get(next).isSplit()) {
                double load = loads.of(groups.get(next).first());
                long size = loads.bytes(groups.get(next).first());
                while (end < groups.size() && !groups.get(end).isSplit()) {
                    load += loads.of(groups.get(end).first());
                    size += loads.bytes(groups.get(end).first());
                    if (load > most || size > mostBytes) {
                        break;
                    }
                    end++;
                }
            }
            merged.add(end == next + 1 ? groups.get(next) : together(groups.subList(next, end), loads));
            next = end;
        }
        return merged;
    }

    private static ReadGroup together(List<ReadGroup> groups, Loads loads) {
        int first = groups.get(0).first();
        int end = groups.get(groups.size() - 1).end();
        return ReadGroup.whole(
                first,
                end,
                loads.inputs(),
                groups.stream().mapToLong(ReadGroup::weight).sum());
    }
}
