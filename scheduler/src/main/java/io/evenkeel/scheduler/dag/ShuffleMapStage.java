package io.evenkeel.scheduler.dag;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.adapt.ReadSite;
import java.util.List;

/**
 * A stage that writes a shuffle: task {@code i} writes the map output {@code i}. A shuffle has one producer: every job
 * that names the shuffle brings an equal stage. Immutable.
 *
 * @param determinism of the rows it writes
 * @param output the shuffle it writes
 * @param reducers how many reducers its rows are spread over
 */
public record ShuffleMapStage(
        StageId id,
        int tasks,
        List<ShuffleId> inputs,
        List<ReadSite> reads,
        Determinism determinism,
        String name,
        ShuffleId output,
        int reducers)
        implements StageSpec {

    /** Refuses negative counts and a stage that reads what it writes. */
    public ShuffleMapStage {
        if (tasks < 0 || reducers < 0) {
            throw new IllegalArgumentException(id + ": " + tasks + " tasks, " + reducers + " reducers");
        }
        inputs = StageGraph.distinct(id, inputs);
        reads = List.copyOf(reads);
        if (inputs.contains(output)) {
            throw new IllegalArgumentException(id + " reads " + output + ", which it writes");
        }
    }

    /** A stage whose reads are not to be changed. */
    public ShuffleMapStage(
            StageId id,
            int tasks,
            List<ShuffleId> inputs,
            Determinism determinism,
            String name,
            ShuffleId output,
            int reducers) {
        this(id, tasks, inputs, List.of(), determinism, name, output, reducers);
    }

    @Override
    public String toString() {
        return id + " (" + name + ")";
    }
}
