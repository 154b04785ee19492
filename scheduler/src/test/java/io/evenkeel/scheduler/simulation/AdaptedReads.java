package io.evenkeel.scheduler.simulation;

import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.plan.adapt.ReadGroup;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.ReadSlice;
import io.evenkeel.plan.adapt.ShuffleVolume;
import io.evenkeel.scheduler.dag.StageSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Rules that change reads at random, but for one site always in the same way; and books of their own on what that means
 * for the tasks. Immutable.
 */
final class AdaptedReads implements AdaptiveRules {

    /** Tasks that read parts of the same rows, and the inputs that these parts were cut from. */
    record Siblings(int firstTask, int endTask, Set<ShuffleId> cutFrom) {}

    @Override
    public ReadPlan plan(ReadSite site, List<ShuffleVolume> volumes, int slots) {
        return planOf(site);
    }

    private static ReadPlan planOf(ReadSite site) {
        long seed = site.reducers() * 31L + site.firstPartition();
        for (ShuffleId shuffle : site.shuffles()) {
            seed = seed * 31 + shuffle.value();
        }
        SplittableRandom random = new SplittableRandom(seed);
        List<ReadGroup> groups = new ArrayList<>();
        for (int reducer = 0; reducer < site.reducers(); ) {
            int end = Math.min(site.reducers(), reducer + 1 + (random.nextInt(4) == 0 ? random.nextInt(3) : 0));
            List<Integer> parts = new ArrayList<>();
            for (int input = 0; input < site.shuffles().size(); input++) {
                parts.add(site.splittable().contains(input) && random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 1);
            }
            groups.add(new ReadGroup(reducer, end, parts));
            reducer = end;
        }
        return new ReadPlan(groups, List.of());
    }

    /** A site that may be changed, or none. */
    static List<ReadSite> someSites(
            SplittableRandom random, List<ShuffleId> inputs, int tasks, Set<ShuffleId> unordered) {
        if (inputs.isEmpty() || random.nextInt(2) == 0) {
            return List.of();
        }
        int first = random.nextInt(3) == 0 ? random.nextInt(tasks) : 0;
        int reducers = 1 + random.nextInt(tasks - first);
        Set<Integer> all = new TreeSet<>();
        Set<Integer> pinned = new TreeSet<>();
        for (int input = 0; input < inputs.size(); input++) {
            all.add(input);
            if (unordered.contains(inputs.get(input))) {
                pinned.add(input);
            }
        }
        return List.of(new ReadSite(
                first,
                inputs,
                new ReduceOperator.Rows(),
                reducers,
                Optional.empty(),
                false,
                all,
                pinned,
                Set.of(),
                false,
                false));
    }

    /** How many tasks a stage has. */
    static int tasks(StageSpec stage) {
        int tasks = stage.tasks();
        for (ReadSite site : stage.reads()) {
            tasks += planOf(site).tasks() - site.reducers();
        }
        return tasks;
    }

    /** What a task reads, if not the partition of its number; worked out anew from the plan. */
    static Optional<ReadSlice> slice(StageSpec stage, PartitionIndex task) {
        if (stage.reads().isEmpty() || planOf(stage.reads().get(0)).isAsPlanned()) {
            return Optional.empty();
        }
        ReadSite site = stage.reads().get(0);
        int inSite = task.value() - site.firstPartition();
        List<ReadSlice> slices = planOf(site).slices(site.firstPartition());
        if (inSite >= 0 && inSite < slices.size()) {
            return Optional.of(slices.get(inSite));
        }
        int moved = inSite < 0 ? 0 : slices.size() - site.reducers();
        return Optional.of(new ReadSlice(task.value() - moved, List.of()));
    }

    /** The siblings among the tasks of a stage. */
    static List<Siblings> siblings(StageSpec stage) {
        List<Siblings> found = new ArrayList<>();
        for (ReadSite site : stage.reads()) {
            int task = site.firstPartition();
            for (ReadGroup group : planOf(site).groups()) {
                Set<ShuffleId> cutFrom = new LinkedHashSet<>();
                for (int input : site.pinned()) {
                    if (group.parts().get(input) > 1) {
                        cutFrom.add(site.shuffles().get(input));
                    }
                }
                int tasks = group.parts().stream().reduce(1, (one, other) -> one * other);
                if (!cutFrom.isEmpty()) {
                    found.add(new Siblings(task, task + tasks, cutFrom));
                }
                task += tasks;
            }
        }
        return found;
    }

    /** Which tasks of a result stage are wanted, where these partitions were asked for. */
    static List<PartitionIndex> wanted(StageSpec result, List<PartitionIndex> asked) {
        return result.reads().isEmpty()
                ? asked
                : IntStream.range(0, tasks(result))
                        .mapToObj(PartitionIndex::new)
                        .toList();
    }
}
