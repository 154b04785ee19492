package io.evenkeel.scheduler.task;

import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which attempt may publish the output of a partition: one per stage and partition, whatever stage attempt it is of. A
 * grant is held until its attempt ends or its stage is forgotten. Confined to the scheduler's thread.
 */
final class OutputCommitCoordinator {

    private final Map<StageId, Map<PartitionIndex, TaskAttemptId>> holders = new TreeMap<>();

    /** Gives the right to publish to this attempt, unless another one has it. */
    boolean grant(TaskAttemptId attempt) {
        TaskAttemptId holder = holders.computeIfAbsent(attempt.stage(), stage -> new TreeMap<>())
                .computeIfAbsent(attempt.partition(), partition -> attempt);
        return holder.equals(attempt);
    }

    Optional<TaskAttemptId> holder(StageId stage, PartitionIndex partition) {
        return Optional.ofNullable(holders.getOrDefault(stage, Map.of()).get(partition));
    }

    boolean isHeld(StageId stage, PartitionIndex partition) {
        return holders.getOrDefault(stage, Map.of()).containsKey(partition);
    }

    /** Whether any partition of the stage is being published. */
    boolean isHeld(StageId stage) {
        return holders.containsKey(stage);
    }

    /** Takes the right back from this attempt, if it has it. */
    void release(TaskAttemptId attempt) {
        Map<PartitionIndex, TaskAttemptId> ofStage = holders.get(attempt.stage());
        if (ofStage != null && ofStage.remove(attempt.partition(), attempt) && ofStage.isEmpty()) {
            holders.remove(attempt.stage());
        }
    }

    void forget(StageId stage) {
        holders.remove(stage);
    }

    int size() {
        return holders.size();
    }
}
