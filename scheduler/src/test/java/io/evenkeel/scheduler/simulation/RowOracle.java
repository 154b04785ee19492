package io.evenkeel.scheduler.simulation;

import io.evenkeel.id.PartitionIndex;
import io.evenkeel.plan.Determinism;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.scheduler.dag.StageGraph;
import java.util.function.Function;

/** Works out the rows of a job anew, and compares. */
final class RowOracle {

    private RowOracle() {}

    /**
     * Checks what a job has read and what it gives.
     *
     * @param sources the content of every map output that the job has read
     * @param results what was accepted
     */
    static void check(StageGraph graph, long[] sources, Workload workload, Function<PartitionIndex, Rows> results) {
        for (ShuffleMapStage stage : graph.producers().values()) {
            for (int map = 0; map < AdaptedReads.tasks(stage); map++) {
                long content = sources[workload.slot(stage.output(), map)];
                Violation.unless(content != 0, graph.job() + " has not read " + stage.output() + ", map " + map);
                Violation.unless(
                        stage.determinism() == Determinism.INDETERMINATE
                                || content == Rows.expected(stage, new PartitionIndex(map), sources, workload),
                        graph.job() + " has read wrong rows of " + stage.output() + ", map " + map);
            }
        }
        for (PartitionIndex partition : AdaptedReads.wanted(graph.result(), graph.partitions())) {
            Violation.unless(
                    results.apply(partition).content() == Rows.expected(graph.result(), partition, sources, workload),
                    graph.job() + " gives wrong rows in " + partition);
        }
    }
}
