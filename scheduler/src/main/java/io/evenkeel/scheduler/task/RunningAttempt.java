package io.evenkeel.scheduler.task;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.shuffle.MapStatus;
import java.util.List;
import java.util.Map;

/** An attempt that was launched and has not ended. Confined to the scheduler's thread. */
final class RunningAttempt {

    private final TaskAttemptId id;
    private final Task task;
    private final ExecutorId executor;
    private final Map<ShuffleId, List<MapStatus>> inputs;
    private final int cut;
    private final long startMillis;
    private boolean cancelled;

    RunningAttempt(
            TaskAttemptId id,
            Task task,
            ExecutorId executor,
            Map<ShuffleId, List<MapStatus>> inputs,
            long startMillis) {
        this.id = id;
        this.task = task;
        this.executor = executor;
        this.inputs = inputs;
        this.cut = task.set().stage().reading().cut();
        this.startMillis = startMillis;
    }

    TaskAttemptId id() {
        return id;
    }

    Task task() {
        return task;
    }

    TaskSet set() {
        return task.set();
    }

    StageState stage() {
        return task.set().stage();
    }

    ExecutorId executor() {
        return executor;
    }

    long startMillis() {
        return startMillis;
    }

    /** Whether the attempt was told to read this output. */
    boolean reads(TaskFailure.FetchFailure failure) {
        List<MapStatus> outputs = inputs.getOrDefault(failure.shuffle(), List.of());
        int map = failure.map().value();
        return map < outputs.size() && outputs.get(map).attempt().equals(failure.mapAttempt());
    }

    /** Whether what it reads may stand beside what its siblings read. */
    boolean isOfCurrentCut() {
        return stage().reading().isValid(task.partition(), cut);
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Says whether it was not cancelled before. */
    boolean cancel() {
        boolean first = !cancelled;
        cancelled = true;
        return first;
    }
}
