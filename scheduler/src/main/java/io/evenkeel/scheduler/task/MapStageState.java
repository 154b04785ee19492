package io.evenkeel.scheduler.task;

import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.plan.Determinism;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import java.util.List;

/** A stage that writes a shuffle; it is done when every map output is there. Confined to the scheduler's thread. */
final class MapStageState extends StageState {

    private final ShuffleOutputs outputs;

    MapStageState(ShuffleOutputs outputs) {
        this.outputs = outputs;
    }

    ShuffleOutputs outputs() {
        return outputs;
    }

    boolean isRepeatable() {
        return spec().determinism() != Determinism.INDETERMINATE;
    }

    @Override
    StageReading reading() {
        return outputs.reading();
    }

    @Override
    void decided(StageReads reads) {
        outputs.resize(reads.tasks());
    }

    @Override
    ShuffleMapStage spec() {
        return outputs.producer();
    }

    @Override
    boolean isDone() {
        return outputs.isComplete();
    }

    @Override
    boolean isMissing(PartitionIndex partition) {
        return outputs.isMissing(new MapIndex(partition.value()));
    }

    @Override
    List<PartitionIndex> missing() {
        StageReading reading = reading();
        return reading.isDecided()
                ? reading.reads().order().stream().filter(this::isMissing).toList()
                : outputs.missing();
    }

    @Override
    int generation() {
        return outputs.generation();
    }

    @Override
    StageAttempt nextAttempt() {
        return outputs.nextStageAttempt();
    }

    /** A closed attempt's success counts when its rows are those that any other attempt would write. */
    @Override
    boolean accepts(TaskSet set) {
        return set.isOfCurrentGeneration() && (set.isActive() || isRepeatable());
    }
}
