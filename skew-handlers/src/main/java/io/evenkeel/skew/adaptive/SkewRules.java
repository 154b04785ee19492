package io.evenkeel.skew.adaptive;

import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.plan.adapt.ReadGroup;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.RuleOutcome;
import io.evenkeel.plan.adapt.ShuffleVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Levels the tasks that read a shuffle: cuts hot reducers into parts, and has neighbouring small ones read together. Where
 * the reducers are about alike, nothing is cut. Immutable.
 */
final class SkewRules implements AdaptiveRules {

    private static final int TRIES = 100;

    /** By how much the level is raised when too much would be read again. */
    private static final double STEP = 1.1;

    private final AdaptiveSettings settings;

    SkewRules(AdaptiveSettings settings) {
        this.settings = settings;
    }

    @Override
    public boolean combinesAhead() {
        return settings.twoStage();
    }

    @Override
    public ReadPlan plan(ReadSite site, List<ShuffleVolume> volumes, int slots) {
        Loads loads = new Loads(site, volumes);
        List<RuleOutcome> outcomes = new ArrayList<>();
        if (site.isAhead()) {
            return new TwoStageRule(settings).plan(loads, slots);
        }
        boolean isCombinedAhead = settings.twoStage() && site.operator() instanceof ReduceOperator.Aggregate;
        boolean isSkewed = !isCombinedAhead && loads.anyHot(settings);
        if (site.fixed().isPresent()) {
            if (isSkewed) {
                outcomes.add(new RuleOutcome(
                        "split", false, describeHot(loads), site.fixed().get()));
            }
            return new ReadPlan(groups(site, loads, Map.of()), outcomes);
        }
        if (isSkewed) {
            Optional<ReadPlan> broadcast = new BroadcastRule(settings).plan(site, loads, slots);
            if (broadcast.isPresent()) {
                return broadcast.get();
            }
        }
        Map<Integer, KeyCut> cuts = isSkewed ? cuts(site, loads, slots, outcomes) : Map.of();
        List<ReadGroup> groups = groups(site, loads, cuts);
        if (settings.coalesce() && !site.countGiven()) {
            groups = new CoalesceRule(settings).merge(groups, site, loads, slots, !cuts.isEmpty(), outcomes);
        }
        return new ReadPlan(groups, outcomes);
    }

    private List<ReadGroup> groups(ReadSite site, Loads loads, Map<Integer, KeyCut> cuts) {
        boolean ordered = settings.largestFirst() && loads.largest() > 1.25 * loads.median();
        List<ReadGroup> groups = new ArrayList<>();
        for (int reducer = 0; reducer < site.reducers(); reducer++) {
            KeyCut cut = cuts.get(reducer);
            double load = cut == null ? loads.of(reducer) : cut.cut().perTask();
            long weight = ordered ? (long) load : 0;
            groups.add(
                    cut == null
                            ? ReadGroup.whole(reducer, reducer + 1, loads.inputs(), weight)
                            : new ReadGroup(reducer, reducer + 1, cut.cut().parts(), weight, cut.keys()));
        }
        return groups;
    }

    /** The cuts of hot reducers: of all their rows, or else of those of some keys. */
    private Map<Integer, KeyCut> cuts(ReadSite site, Loads loads, int slots, List<RuleOutcome> outcomes) {
        Map<Integer, KeyCut> cuts = new TreeMap<>();
        List<RuleOutcome> others = new ArrayList<>();
        ofAllRows(site, loads, slots, others).forEach((reducer, cut) -> cuts.put(reducer, new KeyCut(cut, List.of())));
        if (settings.byKey() && site.byKey() && loads.inputs() == 2) {
            cuts.putAll(byKey(site, loads, cuts.keySet(), slots, outcomes));
        }
        if (outcomes.isEmpty() || others.stream().anyMatch(RuleOutcome::applied)) {
            outcomes.addAll(others);
        }
        return cuts;
    }

    /** The cuts by key of hot reducers that can't be cut otherwise; the level is raised until little enough is read again. */
    private Map<Integer, KeyCut> byKey(
            ReadSite site, Loads loads, Set<Integer> cutAlready, int slots, List<RuleOutcome> outcomes) {
        double level = loads.level(slots);
        double first = level;
        double most = settings.byKeyMaxReplication() * loads.totalBytes();
        int[] candidates = IntStream.range(0, loads.reducers())
                .filter(reducer -> loads.isHot(reducer, settings)
                        && !cutAlready.contains(reducer)
                        && !mayBeCut(site, loads, reducer, first))
                .toArray();
        for (int tries = 0; tries < TRIES; tries++) {
            Map<Integer, KeyCut> cuts = new TreeMap<>();
            for (int reducer : candidates) {
                if (loads.of(reducer) > 1.3 * level) {
                    Optional<KeyCut> cut = KeyCut.of(loads, reducer, level, settings);
                    if (cut.isPresent()) {
                        cuts.put(reducer, cut.get());
                    }
                }
            }
            if (cuts.values().stream().mapToDouble(cut -> cut.cut().again()).sum() <= most) {
                cuts.forEach((reducer, cut) -> outcomes.add(outcome("by-key", loads, reducer, cut.describe())));
                return cuts;
            }
            level *= STEP;
        }
        return Map.of();
    }

    /** Whether a cut of all rows of a reducer is legal and makes its tasks smaller, though it may be read too much again. */
    private boolean mayBeCut(ReadSite site, Loads loads, int reducer, double level) {
        return settings.split() && Cut.of(site, loads, reducer, level, settings).isPresent();
    }

    /** The cuts of all rows of hot reducers, all to one level; it is raised until little enough is read again. */
    private Map<Integer, Cut> ofAllRows(ReadSite site, Loads loads, int slots, List<RuleOutcome> outcomes) {
        boolean isSort = site.operator() instanceof ReduceOperator.Sort;
        boolean isOn = isSort ? settings.sort() : settings.split();
        Optional<String> obstacle = isOn ? obstacle(site, loads) : Optional.of("the rule is turned off");
        if (obstacle.isPresent()) {
            outcomes.add(new RuleOutcome(isSort ? "sort" : "split", false, describeHot(loads), obstacle.get()));
            return Map.of();
        }
        double level = loads.level(slots);
        double most = settings.maxReplication() * loads.totalBytes();
        for (int tries = 0; tries < TRIES; tries++) {
            Map<Integer, Cut> cuts = cuts(site, loads, level);
            double again = cuts.values().stream().mapToDouble(Cut::again).sum();
            if (again <= most) {
                cuts.forEach((reducer, cut) -> outcomes.add(
                        outcome(isSort ? "sort" : cut.isGrid() ? "grid" : "split", loads, reducer, cut.toString())));
                if (cuts.isEmpty()) {
                    outcomes.add(new RuleOutcome(
                            "split",
                            false,
                            describeHot(loads),
                            "no cut that is legal here would make its tasks smaller"));
                }
                return cuts;
            }
            level *= STEP;
        }
        outcomes.add(new RuleOutcome(
                "split",
                false,
                describeHot(loads),
                "more than " + percent(settings.maxReplication()) + " would be read again ("
                        + AdaptiveSettings.MAX_REPLICATION.key() + ")"));
        return Map.of();
    }

    private Map<Integer, Cut> cuts(ReadSite site, Loads loads, double level) {
        Map<Integer, Cut> cuts = new TreeMap<>();
        for (int reducer = 0; reducer < loads.reducers(); reducer++) {
            if (loads.isHot(reducer, settings) && loads.of(reducer) > 1.3 * level) {
                Optional<Cut> cut = Cut.of(site, loads, reducer, level, settings);
                if (cut.isPresent()) {
                    cuts.put(reducer, cut.get());
                }
            }
        }
        return cuts;
    }

    private Optional<String> obstacle(ReadSite site, Loads loads) {
        for (int reducer = 0; reducer < loads.reducers(); reducer++) {
            for (int input = 0; input < loads.inputs(); input++) {
                if (loads.isHot(reducer, settings) && site.mayBeSplit(input, reducer)) {
                    return Optional.empty();
                }
            }
        }
        if (site.operator() instanceof ReduceOperator.Sort) {
            return Optional.of("no hot range is known to have a single key");
        } else if (site.operator() instanceof ReduceOperator.Join join) {
            return Optional.of("neither side of a " + join.type().describe() + " may be read in parts here");
        }
        return Optional.of("'" + site.operator().describe() + "' needs all rows of a key in one task");
    }

    private static RuleOutcome outcome(String rule, Loads loads, int reducer, String cut) {
        String made = loads.made(reducer) == 0 ? "" : " to read and about " + loads.made(reducer) + " to make";
        return new RuleOutcome(
                rule,
                true,
                "reducer " + reducer + " is read in " + cut,
                "it has " + loads.read(reducer) + " records" + made + ", the median is " + (long) loads.median());
    }

    private String describeHot(Loads loads) {
        int hottest = 0;
        int hot = 0;
        for (int reducer = 0; reducer < loads.reducers(); reducer++) {
            hottest = loads.of(reducer) > loads.of(hottest) ? reducer : hottest;
            hot += loads.isHot(reducer, settings) ? 1 : 0;
        }
        String made = loads.made(hottest) == 0 ? "" : " and make";
        return hot + (hot == 1 ? " hot reducer stays" : " hot reducers stay") + " whole, reducer " + hottest + " with "
                + (long) loads.of(hottest) + " records to read" + made + ", the median is " + (long) loads.median();
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
