package io.evenkeel.scheduler.dag;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.plan.Determinism;
import java.util.List;

/** The last stage of a job, whose tasks give the job's results; it belongs to one job only. Immutable. */
public record ResultStage(StageId id, int tasks, List<ShuffleId> inputs, Determinism determinism, String name)
        implements StageSpec {

    /** Refuses a negative count. */
    public ResultStage {
        if (tasks < 0) {
            throw new IllegalArgumentException(id + ": " + tasks + " tasks");
        }
        inputs = StageGraph.distinct(id, inputs);
    }

    @Override
    public String toString() {
        return id + " (" + name + ")";
    }
}
