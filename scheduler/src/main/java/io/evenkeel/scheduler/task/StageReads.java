package io.evenkeel.scheduler.task;

import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.adapt.ReadGroup;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.ReadSlice;
import io.evenkeel.scheduler.dag.StageSpec;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The tasks of a stage and what each reads, as decided when its inputs were complete; never decided again. Immutable.
 *
 * <p>Some tasks are siblings: they read parts of the same rows, which come in another order when a map runs again. What
 * siblings read must have been cut from the same map outputs.
 */
final class StageReads {

    private final int tasks;
    private final List<ReadSlice> slices;
    private final BitSet siblings;
    private final Set<ShuffleId> cutInputs;

    private StageReads(int tasks, List<ReadSlice> slices, BitSet siblings, Set<ShuffleId> cutInputs) {
        this.tasks = tasks;
        this.slices = slices;
        this.siblings = siblings;
        this.cutInputs = cutInputs;
    }

    /** A task for each partition. */
    static StageReads asPlanned(int tasks) {
        return new StageReads(tasks, List.of(), new BitSet(), Set.of());
    }

    /**
     * The tasks of a stage by the plans for its sites.
     *
     * @param plans one for each of the stage's sites
     */
    static StageReads of(StageSpec spec, List<ReadPlan> plans) {
        if (plans.stream().allMatch(ReadPlan::isAsPlanned)) {
            return asPlanned(spec.tasks());
        }
        List<ReadSlice> slices = new ArrayList<>();
        BitSet siblings = new BitSet();
        Set<ShuffleId> cutInputs = new LinkedHashSet<>();
        int partition = 0;
        for (int i = 0; i < plans.size(); i++) {
            ReadSite site = spec.reads().get(i);
            addPlain(slices, partition, site.firstPartition());
            int task = slices.size();
            for (ReadGroup group : plans.get(i).groups()) {
                if (isPinned(group, site, cutInputs)) {
                    siblings.set(task, task + group.tasks());
                }
                task += group.tasks();
            }
            slices.addAll(plans.get(i).slices(site.firstPartition()));
            partition = site.firstPartition() + site.reducers();
        }
        addPlain(slices, partition, spec.tasks());
        return new StageReads(slices.size(), List.copyOf(slices), siblings, cutInputs);
    }

    private static void addPlain(List<ReadSlice> slices, int from, int to) {
        for (int partition = from; partition < to; partition++) {
            slices.add(new ReadSlice(partition, List.of()));
        }
    }

    private static boolean isPinned(ReadGroup group, ReadSite site, Set<ShuffleId> cutInputs) {
        boolean pinned = false;
        for (int input : site.pinned()) {
            if (group.splits(input)) {
                cutInputs.add(site.shuffles().get(input));
                pinned = true;
            }
        }
        return pinned;
    }

    int tasks() {
        return tasks;
    }

    /** Whether the tasks are not the partitions as they were planned. */
    boolean isAdapted() {
        return !slices.isEmpty();
    }

    /** What a task reads, if not the partition of its number as it was planned. */
    Optional<ReadSlice> slice(PartitionIndex task) {
        return isAdapted() ? Optional.of(slices.get(task.value())) : Optional.empty();
    }

    /** Whether the task has siblings. */
    boolean isSibling(PartitionIndex task) {
        return siblings.get(task.value());
    }

    /** All tasks that have siblings. */
    List<PartitionIndex> siblings() {
        return siblings.stream().mapToObj(PartitionIndex::new).toList();
    }

    /** The inputs whose outputs siblings were cut from. */
    Set<ShuffleId> cutInputs() {
        return cutInputs;
    }

    List<PartitionIndex> all() {
        return IntStream.range(0, tasks).mapToObj(PartitionIndex::new).toList();
    }
}
