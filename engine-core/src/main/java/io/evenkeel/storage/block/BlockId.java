package io.evenkeel.storage.block;

import io.evenkeel.id.NodeId;
import io.evenkeel.id.PartitionIndex;
import java.io.Serializable;

/** Names something that executors keep. Immutable. */
public sealed interface BlockId extends Serializable {

    /** The name, which is also the beginning of its file's name. */
    String name();

    /**
     * A partition of a persisted dataset.
     *
     * @param dataset the plan node that says that it is persisted
     */
    record DatasetBlock(NodeId dataset, PartitionIndex partition) implements BlockId {

        @Override
        public String name() {
            return "dataset-" + dataset.value() + "-" + partition.value();
        }
    }
}
