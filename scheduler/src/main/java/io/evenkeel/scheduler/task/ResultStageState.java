package io.evenkeel.scheduler.task;

import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.scheduler.dag.ResultStage;
import io.evenkeel.scheduler.dag.StageGraph;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The last stage of a job; it is done when a result of every partition was accepted. Confined to the scheduler's thread. */
final class ResultStageState extends StageState {

    private final JobId job;
    private final ResultStage spec;
    private final Set<PartitionIndex> missing;
    private final StageReading reading = new StageReading();
    private int wanted;
    private int generation;
    private int nextAttempt;

    ResultStageState(StageGraph graph) {
        this.job = graph.job();
        this.spec = graph.result();
        this.missing = new LinkedHashSet<>(graph.partitions());
        this.wanted = missing.size();
    }

    JobId job() {
        return job;
    }

    @Override
    StageReading reading() {
        return reading;
    }

    @Override
    void decided(StageReads reads) {
        if (!spec.reads().isEmpty()) {
            missing.clear();
            missing.addAll(reads.order());
            wanted = missing.size();
        }
    }

    @Override
    ResultStage spec() {
        return spec;
    }

    boolean anyAccepted() {
        return missing.size() < wanted;
    }

    void accept(PartitionIndex partition) {
        missing.remove(partition);
    }

    @Override
    boolean isDone() {
        return missing.isEmpty();
    }

    @Override
    boolean isMissing(PartitionIndex partition) {
        return missing.contains(partition);
    }

    @Override
    List<PartitionIndex> missing() {
        return List.copyOf(missing);
    }

    @Override
    int generation() {
        return generation;
    }

    void beginGeneration() {
        generation++;
    }

    @Override
    StageAttempt nextAttempt() {
        return new StageAttempt(nextAttempt++);
    }

    /** Each partition is published by itself, so an older attempt's success counts as long as what it read is valid. */
    @Override
    boolean accepts(TaskSet set) {
        return set.isOfCurrentGeneration();
    }
}
