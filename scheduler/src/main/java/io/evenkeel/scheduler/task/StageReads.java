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
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The tasks of a stage and what each reads, as decided when its inputs were complete; never decided again. Immutable.
 *
 * <p>Some tasks are siblings: they read parts of the same rows. Where these may come in another order when a map runs
 * again, what siblings read must have been cut from the same map outputs.
 */
final class StageReads {

    private final List<PartitionIndex> order;
    private final List<ReadSlice> slices;
    private final BitSet siblings;
    private final Map<ShuffleId, Boolean> cutInputs;

    private StageReads(
            List<PartitionIndex> order, List<ReadSlice> slices, BitSet siblings, Map<ShuffleId, Boolean> cutInputs) {
        this.order = order;
        this.slices = slices;
        this.siblings = siblings;
        this.cutInputs = cutInputs;
    }

    /**
     * The tasks of a stage by the plans for its sites.
     *
     * @param plans one for each of the stage's sites
     */
    static StageReads of(StageSpec spec, List<ReadPlan> plans) {
        List<Long> weights = new ArrayList<>();
        List<ReadSlice> slices = new ArrayList<>();
        BitSet siblings = new BitSet();
        Map<ShuffleId, Boolean> cutInputs = new LinkedHashMap<>();
        int partition = 0;
        for (int i = 0; i < plans.size(); i++) {
            ReadSite site = spec.reads().get(i);
            addPlain(slices, weights, partition, site.firstPartition());
            int task = slices.size();
            for (ReadGroup group : plans.get(i).groups()) {
                if (isCut(group, site, cutInputs)) {
                    siblings.set(task, task + group.tasks());
                }
                weights.addAll(Collections.nCopies(group.tasks(), group.weight()));
                task += group.tasks();
            }
            slices.addAll(plans.get(i).slices(site.firstPartition()));
            partition = site.firstPartition() + site.reducers();
        }
        addPlain(slices, weights, partition, spec.tasks());
        boolean asPlanned = plans.stream().allMatch(ReadPlan::isAsPlanned);
        return new StageReads(largestFirst(weights), asPlanned ? List.of() : List.copyOf(slices), siblings, cutInputs);
    }

    /** Those with much to do first, so that none of them is begun when the others end; else by number. */
    private static List<PartitionIndex> largestFirst(List<Long> weights) {
        return IntStream.range(0, weights.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(weights::get).reversed())
                .map(PartitionIndex::new)
                .toList();
    }

    private static void addPlain(List<ReadSlice> slices, List<Long> weights, int from, int to) {
        for (int partition = from; partition < to; partition++) {
            slices.add(new ReadSlice(partition, List.of()));
            weights.add(0L);
        }
    }

    private static boolean isCut(ReadGroup group, ReadSite site, Map<ShuffleId, Boolean> cutInputs) {
        for (int input = 0; input < site.shuffles().size(); input++) {
            if (group.splits(input)) {
                cutInputs.put(site.shuffles().get(input), site.pinned().contains(input));
            }
        }
        return group.isSplit();
    }

    int tasks() {
        return order.size();
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

    /** The inputs whose outputs siblings were cut from, each with whether its rows come in another order for sure. */
    Map<ShuffleId, Boolean> cutInputs() {
        return cutInputs;
    }

    /** All tasks, in the order in which to start them. */
    List<PartitionIndex> order() {
        return order;
    }
}
