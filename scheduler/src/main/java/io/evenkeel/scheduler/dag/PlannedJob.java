package io.evenkeel.scheduler.dag;

import java.util.List;

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
}
