package io.evenkeel.task;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.error.Closing;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.RowSource;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.adapt.KeyChoice;
import io.evenkeel.record.Records;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.block.BlockId;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Opens a stage's steps on one partition. Confined to the task's thread. */
final class StepOpener {

    private final TaskRun task;
    private final ExecutorServices services;
    private final TaskDescription description;
    private final SpillContext spills;
    private final @Nullable Serializable split;
    private final RowAtHand rowAtHand;

    StepOpener(
            TaskRun task,
            ExecutorServices services,
            TaskDescription description,
            SpillContext spills,
            @Nullable Serializable split,
            RowAtHand rowAtHand) {
        this.task = task;
        this.services = services;
        this.description = description;
        this.spills = spills;
        this.split = split;
        this.rowAtHand = rowAtHand;
    }

    Records<Object> open(Step step, int partition) throws Exception {
        return open(step, partition, split);
    }

    /** @param needed what the step's sources need, as {@link StageProgram#split} gives it */
    private Records<Object> open(Step step, int partition, @Nullable Serializable needed) throws Exception {
        if (step instanceof Step.SourceStep source) {
            return openSource(source.source(), partition, needed);
        } else if (step instanceof Step.PipeStep pipe) {
            return openPipe(pipe, partition, needed);
        } else if (step instanceof Step.CacheStep cache) {
            return openCached(cache, partition, needed);
        } else if (step instanceof Step.UnionStep union) {
            Step.Branch branch = union.branch(partition);
            return open(branch.step(), branch.partition(), needed);
        } else if (step instanceof Step.MergeStep merge) {
            return openMerged(merge, partition, needed);
        }
        return rowAtHand.watch(openReduce((Step.ReduceStep) step, partition));
    }

    @SuppressWarnings("unchecked") // rows are what the user's types say
    private Records<Object> openSource(RowSource<?> source, int partition, @Nullable Serializable needed)
            throws Exception {
        RowSource<Object> typed = (RowSource<Object>) source;
        Serializable sent = Objects.requireNonNull(needed, () -> description.attempt() + " was sent without its split");
        return rowAtHand.watch(typed.open(sent, contextOf(partition)));
    }

    @SuppressWarnings("unchecked")
    private Records<Object> openPipe(Step.PipeStep pipe, int partition, @Nullable Serializable needed)
            throws Exception {
        Records<Object> input = open(pipe.input(), partition, needed);
        try {
            return ((Operator<Object, Object>) pipe.operator()).open(input, contextOf(partition));
        } catch (Throwable e) {
            Closing.after(e, input);
            throw e;
        }
    }

    private Records<Object> openCached(Step.CacheStep step, int partition, @Nullable Serializable needed)
            throws Exception {
        Records<Object> rows = services.blocks()
                .readOrKeep(
                        new BlockId.DatasetBlock(step.dataset(), new PartitionIndex(partition)),
                        step.level(),
                        task.attempt(),
                        task::checkCancelled,
                        () -> open(step.input(), partition, needed));
        return rowAtHand.watch(rows);
    }

    private Records<Object> openMerged(Step.MergeStep merge, int partition, @Nullable Serializable needed)
            throws Exception {
        List<?> splits = (List<?>) Objects.requireNonNull(
                needed, () -> description.attempt() + " was sent without the splits of what it merges");
        List<MergedRows.Part> parts = new ArrayList<>();
        List<Step.Branch> branches = merge.branches(partition);
        for (int number = 0; number < branches.size(); number++) {
            Step.Branch branch = branches.get(number);
            Serializable split = (Serializable) splits.get(number);
            parts.add(() -> open(branch.step(), branch.partition(), split));
        }
        return MergedRows.open(merge.operator(), parts, task, spills);
    }

    private Records<Object> openReduce(Step.ReduceStep step, int partition) throws Exception {
        ReduceInputs inputs = new ReduceInputs(task, services, spills);
        List<ReducerShare> shares = description.shares();
        if (step.operator() instanceof ReduceOperator.Aggregate
                && step.shuffles().size() == 2) {
            addCombinedInParts(inputs, step, shares.isEmpty() ? ReducerShare.of(partition) : shares.get(0));
            return ReduceOpener.open(step.operator(), inputs);
        }
        for (int number = 0; number < step.shuffles().size(); number++) {
            ShuffleId shuffle = step.shuffles().get(number);
            inputs.add(
                    task.inputs(shuffle), shuffle, shares.isEmpty() ? ReducerShare.of(partition) : shares.get(number));
        }
        KeyChoice choice = description.choice();
        if (choice != null) {
            inputs.choose(choice);
        }
        boolean isOfParts = choice != null && choice.only();
        return ReduceOpener.open(isOfParts ? operatorOfParts(step.operator(), shares) : step.operator(), inputs);
    }

    /**
     * What is made of parts of the rows of keys that the sides which are cut are known to have. A side that is not cut is
     * whole in each task: whether a row of the other has a match shows there. Its own rows have one, in some task.
     */
    private static ReduceOperator operatorOfParts(ReduceOperator operator, List<ReducerShare> shares) {
        JoinType type = ((ReduceOperator.Join) operator).type();
        boolean keepsLeft = type.keepsLeft() && shares.get(1).isWhole();
        boolean keepsRight = type.keepsRight() && shares.get(0).isWhole();
        if (keepsLeft && !shares.get(0).isWhole()) {
            return new ReduceOperator.Join(JoinType.LEFT_OUTER);
        } else if (keepsRight && !shares.get(1).isWhole()) {
            return new ReduceOperator.Join(JoinType.RIGHT_OUTER);
        }
        return new ReduceOperator.Join(JoinType.INNER);
    }

    /** Reads those reducers that were combined in parts from there, and the others from the rows. */
    private void addCombinedInParts(ReduceInputs inputs, Step.ReduceStep step, ReducerShare share) {
        ShuffleId rows = step.shuffles().get(0);
        ShuffleId parts = step.shuffles().get(1);
        List<MapStatus> combined = task.inputs(parts);
        int from = share.first();
        for (int reducer = from; reducer < share.end(); reducer++) {
            int at = reducer;
            if (combined.stream().anyMatch(status -> !status.sizes().isEmpty(at))) {
                if (from < reducer) {
                    inputs.add(task.inputs(rows), rows, new ReducerShare(from, reducer, 0, 1));
                }
                inputs.add(combined, parts, ReducerShare.of(reducer));
                from = reducer + 1;
            }
        }
        if (from < share.end()) {
            inputs.add(task.inputs(rows), rows, new ReducerShare(from, share.end(), 0, 1));
        }
    }

    /** The task as an operator sees it whose partition is not numbered as the stage's: below a union. */
    private TaskContext contextOf(int partition) {
        return partition == description.plannedPartition() ? task : new Renumbered(task, new PartitionIndex(partition));
    }

    private record Renumbered(TaskRun task, PartitionIndex partition) implements TaskContext {

        @Override
        public TaskAttemptId attempt() {
            return task.attempt();
        }

        @Override
        public TaskCounters counters() {
            return task.counters();
        }

        @Override
        public CodecRegistry codecs() {
            return task.codecs();
        }

        @Override
        public void checkCancelled() {
            task.checkCancelled();
        }

        @Override
        public void requireCommit() {
            task.requireCommit();
        }
    }
}
