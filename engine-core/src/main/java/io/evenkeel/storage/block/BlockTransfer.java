package io.evenkeel.storage.block;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.storage.StorageLevel;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reaches the blocks of other executors. Thread-safe. */
public interface BlockTransfer {

    /** Whether the program still wants this dataset to be kept. */
    boolean isKept(NodeId dataset);

    /** Whether a dataset's blocks can be computed again when they are lost. */
    boolean canRepeat(NodeId dataset);

    /** The other executors that hold a block for everybody to read, in the order in which to ask them. */
    List<ExecutorId> holders(BlockId block);

    /** The other executors that live, in the order in which a copy of the block is offered to them. */
    List<ExecutorId> peers(BlockId block);

    /** The chunks of a block; empty if that executor does not hold it any more. The caller closes them. */
    Optional<RowChunks> fetch(ExecutorId from, BlockId block) throws IOException;

    /**
     * Gives another executor a copy, which belongs to the same attempt as the original.
     *
     * @param chunks which the caller closes
     * @return false if it can't keep it
     */
    boolean replicate(ExecutorId to, BlockId block, StorageLevel level, TaskAttemptId owner, RowChunks chunks)
            throws Exception;

    /** An executor that has no others. */
    static BlockTransfer alone() {
        return new NoTransfer();
    }
}
