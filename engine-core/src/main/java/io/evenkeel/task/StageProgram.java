package io.evenkeel.task;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** What every task of a stage does. Serialised once per stage and opened anew by each task. Immutable. */
public record StageProgram(Step root, StageOutput output) implements Serializable {

    /** What the source of one partition needs to read it; null if the partition reads shuffles only. */
    public @Nullable Serializable split(int partition) {
        Step step = root;
        int local = partition;
        while (true) {
            if (step instanceof Step.SourceStep source) {
                return source.source().split(local);
            } else if (step instanceof Step.PipeStep pipe) {
                step = pipe.input();
            } else if (step instanceof Step.CacheStep cache) {
                step = cache.input();
            } else if (step instanceof Step.UnionStep union) {
                Step.Branch branch = union.branch(local);
                step = branch.step();
                local = branch.partition();
            } else {
                return null;
            }
        }
    }
}
