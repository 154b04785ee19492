package io.evenkeel.storage.block;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.storage.StorageLevel;
import java.util.List;
import java.util.Optional;

/** No other executors. Stateless. */
final class NoTransfer implements BlockTransfer {

    @Override
    public boolean isKept(NodeId dataset) {
        return true;
    }

    @Override
    public boolean canRepeat(NodeId dataset) {
        return true;
    }

    @Override
    public List<ExecutorId> holders(BlockId block) {
        return List.of();
    }

    @Override
    public List<ExecutorId> peers(BlockId block) {
        return List.of();
    }

    @Override
    public Optional<RowChunks> fetch(ExecutorId from, BlockId block) {
        return Optional.empty();
    }

    @Override
    public boolean replicate(ExecutorId to, BlockId block, StorageLevel level, TaskAttemptId owner, RowChunks chunks) {
        return false;
    }
}
