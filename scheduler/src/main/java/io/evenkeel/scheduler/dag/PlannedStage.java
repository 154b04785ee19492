package io.evenkeel.scheduler.dag;

import io.evenkeel.task.StageProgram;

/**
 * A stage as the scheduler sees it, and what its tasks do. Immutable.
 *
 * @param spec tasks, inputs and determinism
 * @param program what every task runs
 */
public record PlannedStage(StageSpec spec, StageProgram program) {}
