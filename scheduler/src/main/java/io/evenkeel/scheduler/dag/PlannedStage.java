package io.evenkeel.scheduler.dag;

import io.evenkeel.event.OperatorDescription;
import io.evenkeel.task.StageProgram;
import java.util.List;

/**
 * A stage as the scheduler sees it, and what its tasks do. Immutable.
 *
 * @param spec tasks, inputs and determinism
 * @param program what every task runs
 * @param operators the same for people: the plan's nodes, the last one first
 */
public record PlannedStage(StageSpec spec, StageProgram program, List<OperatorDescription> operators) {

    /** Copies the operators. */
    public PlannedStage {
        operators = List.copyOf(operators);
    }

    /** Whether it has tasks only if reducers of an aggregation turn out hot; it is told of when it starts then. */
    public boolean isAhead() {
        return spec instanceof ShuffleMapStage map && map.output().isOfParts();
    }
}
