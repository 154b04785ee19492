package io.evenkeel.scheduler.simulation;

import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.plan.Determinism;
import io.evenkeel.scheduler.dag.ResultStage;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.scheduler.dag.StageGraph;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Jobs over shuffles that they share. The stage of a shuffle has the number of the shuffle, result stages come behind
 * them. Immutable once built.
 */
final class Workload {

    private final List<ShuffleMapStage> shuffles = new ArrayList<>();
    private final List<StageGraph> jobs = new ArrayList<>();
    private final Set<JobId> publishing = new LinkedHashSet<>();
    private int slots;

    static Workload of(SplittableRandom random) {
        Workload workload = new Workload();
        int shuffles = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(7);
        for (int shuffle = 0; shuffle < shuffles; shuffle++) {
            int tasks = 1 + random.nextInt(12);
            List<ShuffleId> inputs = workload.someShuffles(random, shuffle, 2);
            ShuffleMapStage stage = new ShuffleMapStage(
                    new StageId(shuffle),
                    tasks,
                    inputs,
                    AdaptedReads.someSites(random, inputs, tasks, workload.unordered()),
                    someDeterminism(random),
                    "map",
                    new ShuffleId(shuffle),
                    1 + random.nextInt(12));
            workload.slots += AdaptedReads.tasks(stage);
            workload.shuffles.add(stage);
        }
        int jobs = 1 + random.nextInt(4);
        for (int job = 0; job < jobs; job++) {
            workload.addJob(random, workload.someShuffles(random, shuffles, 3));
        }
        return workload;
    }

    private static Determinism someDeterminism(SplittableRandom random) {
        return List.of(Determinism.DETERMINATE, Determinism.UNORDERED, Determinism.INDETERMINATE)
                .get(random.nextInt(3));
    }

    private Set<ShuffleId> unordered() {
        Set<ShuffleId> found = new TreeSet<>();
        for (ShuffleMapStage stage : shuffles) {
            if (stage.determinism() == Determinism.UNORDERED) {
                found.add(stage.output());
            }
        }
        return found;
    }

    private List<ShuffleId> someShuffles(SplittableRandom random, int below, int max) {
        Set<ShuffleId> chosen = new TreeSet<>();
        int wanted = below == 0 || random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(max);
        for (int i = 0; i < wanted; i++) {
            chosen.add(new ShuffleId(random.nextInt(below)));
        }
        return List.copyOf(chosen);
    }

    /** Adds a job that reads these shuffles. */
    StageGraph addJob(SplittableRandom random, List<ShuffleId> inputs) {
        JobId job = new JobId(jobs.size());
        int tasks = 1 + random.nextInt(12);
        int from = random.nextInt(4) == 0 ? random.nextInt(tasks) : 0;
        ResultStage result = new ResultStage(
                new StageId(shuffles.size() + jobs.size()),
                tasks,
                inputs,
                from > 0 ? List.of() : AdaptedReads.someSites(random, inputs, tasks, unordered()),
                someDeterminism(random),
                "result");
        TreeMap<ShuffleId, ShuffleMapStage> producers = new TreeMap<>();
        inputs.forEach(input -> addProducers(input, producers));
        List<PartitionIndex> partitions =
                IntStream.range(from, tasks).mapToObj(PartitionIndex::new).toList();
        StageGraph graph = new StageGraph(job, result, producers, partitions);
        jobs.add(graph);
        if (random.nextBoolean()) {
            publishing.add(job);
        }
        return graph;
    }

    private void addProducers(ShuffleId shuffle, Map<ShuffleId, ShuffleMapStage> producers) {
        ShuffleMapStage stage = shuffle(shuffle);
        if (producers.put(shuffle, stage) == null) {
            stage.inputs().forEach(input -> addProducers(input, producers));
        }
    }

    List<StageGraph> jobs() {
        return jobs;
    }

    StageGraph job(JobId job) {
        return jobs.get(job.value());
    }

    List<ShuffleMapStage> shuffles() {
        return shuffles;
    }

    ShuffleMapStage shuffle(ShuffleId shuffle) {
        return shuffles.get(shuffle.value());
    }

    boolean isMapStage(StageId stage) {
        return stage.value() < shuffles.size();
    }

    /** The job whose result stage this is. */
    JobId jobOf(StageId stage) {
        return new JobId(stage.value() - shuffles.size());
    }

    /** Whether the job's tasks ask before they publish. */
    boolean publishes(JobId job) {
        return publishing.contains(job);
    }

    /** How many map outputs there are in all shuffles. */
    int slots() {
        return slots;
    }

    /** A number for this map output among all of them. */
    int slot(ShuffleId shuffle, int map) {
        int before = 0;
        for (int other = 0; other < shuffle.value(); other++) {
            before += AdaptedReads.tasks(shuffles.get(other));
        }
        return before + map;
    }
}
