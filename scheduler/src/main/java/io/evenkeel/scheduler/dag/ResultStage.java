package io.evenkeel.scheduler.dag;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.adapt.ReadSite;
import java.util.List;

/** The last stage of a job, whose tasks give the job's results; it belongs to one job only. Immutable. */
public record ResultStage(
        StageId id, int tasks, List<ShuffleId> inputs, List<ReadSite> reads, Determinism determinism, String name)
        implements StageSpec {

    /** Refuses a negative count. */
    public ResultStage {
        if (tasks < 0) {
            throw new IllegalArgumentException(id + ": " + tasks + " tasks");
        }
        inputs = StageGraph.distinct(id, inputs);
        reads = List.copyOf(reads);
    }

    /** A stage whose reads are not to be changed. */
    public ResultStage(StageId id, int tasks, List<ShuffleId> inputs, Determinism determinism, String name) {
        this(id, tasks, inputs, List.of(), determinism, name);
    }

    @Override
    public String toString() {
        return id + " (" + name + ")";
    }
}
