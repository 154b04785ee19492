package io.evenkeel.task;

import java.io.Serializable;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** What every task of a stage does. Serialised once per stage and opened anew by each task. Immutable. */
public record StageProgram(Step root, StageOutput output) implements Serializable {

    /**
     * What the sources of one partition need to read it: a single source's split, a list where rows of several partitions
     * are merged, one element for each; null where only shuffles are read.
     */
    public @Nullable Serializable split(int partition) {
        return split(root, partition);
    }

    private static @Nullable Serializable split(Step step, int partition) {
        if (step instanceof Step.SourceStep source) {
            return source.source().split(partition);
        } else if (step instanceof Step.PipeStep pipe) {
            return split(pipe.input(), partition);
        } else if (step instanceof Step.CacheStep cache) {
            return split(cache.input(), partition);
        } else if (step instanceof Step.UnionStep union) {
            Step.Branch branch = union.branch(partition);
            return split(branch.step(), branch.partition());
        } else if (step instanceof Step.MergeStep merge) {
            ArrayList<@Nullable Serializable> splits = new ArrayList<>();
            merge.branches(partition).forEach(branch -> splits.add(split(branch.step(), branch.partition())));
            return splits;
        }
        return null;
    }
}
