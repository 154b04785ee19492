package io.evenkeel.scheduler.dag;

import io.evenkeel.event.StageDescription;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A job cut into stages.
 *
 * @param graph the stages, for the scheduler
 * @param stages the same with their programs, inputs first, the result stage last
 */
public record PlannedJob(StageGraph graph, List<PlannedStage> stages) {

    /** Copies the stages. */
    public PlannedJob {
        stages = List.copyOf(stages);
    }

    /** The stages for people, in the same order; without those that may have nothing to do. */
    public List<StageDescription> describe() {
        return stages.stream()
                .filter(stage -> !stage.isAhead())
                .map(this::describe)
                .toList();
    }

    private StageDescription describe(PlannedStage stage) {
        StageSpec spec = stage.spec();
        List<StageId> parents = spec.inputs().stream()
                .filter(input -> !input.isOfParts())
                .map(input ->
                        Objects.requireNonNull(graph.producers().get(input)).id())
                .toList();
        Optional<ShuffleId> output = spec instanceof ShuffleMapStage map ? Optional.of(map.output()) : Optional.empty();
        int tasks = spec instanceof ResultStage ? graph.partitions().size() : spec.tasks();
        return new StageDescription(spec.id(), spec.name(), tasks, parents, stage.operators(), output);
    }
}
