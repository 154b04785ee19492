package io.evenkeel.scheduler.dag;

import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A job cut into stages: the result stage, and the producer of every shuffle that it needs, also indirectly. Immutable.
 *
 * @param job the job
 * @param result its last stage
 * @param producers who writes which shuffle, sorted by shuffle
 * @param partitions the partitions of the result stage that are wanted, in the order in which to start them
 */
public record StageGraph(
        JobId job,
        ResultStage result,
        SortedMap<ShuffleId, ShuffleMapStage> producers,
        List<PartitionIndex> partitions) {

    /** Refuses a graph with a missing producer, with a cycle, or with partitions that the result stage does not have. */
    public StageGraph {
        producers = Collections.unmodifiableSortedMap(new TreeMap<>(producers));
        partitions = List.copyOf(new LinkedHashSet<>(partitions));
        Set<StageId> ids = new LinkedHashSet<>();
        ids.add(result.id());
        producers.forEach((shuffle, stage) -> {
            if (!ids.add(stage.id())) {
                throw new IllegalArgumentException(job + " has two stages called " + stage.id());
            }
            if (!stage.output().equals(shuffle)) {
                throw new IllegalArgumentException(stage + " writes " + stage.output() + ", not " + shuffle);
            }
        });
        for (PartitionIndex partition : partitions) {
            if (partition.value() >= result.tasks()) {
                throw new IllegalArgumentException(job + ": " + result + " has no " + partition);
            }
        }
        requireComplete(job, result, producers, new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    /** The graph of a job that wants every partition. */
    public static StageGraph whole(JobId job, ResultStage result, Map<ShuffleId, ShuffleMapStage> producers) {
        List<PartitionIndex> all =
                IntStream.range(0, result.tasks()).mapToObj(PartitionIndex::new).toList();
        return new StageGraph(job, result, new TreeMap<>(producers), all);
    }

    private static void requireComplete(
            JobId job,
            StageSpec stage,
            Map<ShuffleId, ShuffleMapStage> producers,
            Set<StageId> path,
            Set<StageId> checked) {
        if (!path.add(stage.id())) {
            throw new IllegalArgumentException(job + ": " + stage + " needs its own output");
        }
        if (checked.add(stage.id())) {
            for (ShuffleId input : stage.inputs()) {
                ShuffleMapStage producer = producers.get(input);
                if (producer == null) {
                    throw new IllegalArgumentException(
                            job + ": nothing produces " + input + ", which " + stage + " reads");
                }
                requireComplete(job, producer, producers, path, checked);
            }
        }
        path.remove(stage.id());
    }

    static List<ShuffleId> distinct(StageId stage, List<ShuffleId> inputs) {
        if (new LinkedHashSet<>(inputs).size() != inputs.size()) {
            throw new IllegalArgumentException(stage + " names an input twice: " + inputs);
        }
        return List.copyOf(inputs);
    }
}
