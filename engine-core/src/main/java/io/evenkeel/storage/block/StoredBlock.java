package io.evenkeel.storage.block;

import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.storage.StorageLevel;
import org.jspecify.annotations.Nullable;

/** A block that an executor keeps: who made it, and the forms it has now. Guarded by the lock of the {@link BlockTable}. */
final class StoredBlock {

    private final BlockId id;
    private final StorageLevel level;
    private final TaskAttemptId maker;
    private boolean published;
    private @Nullable MemoryForm memory;
    private @Nullable DiskForm disk;

    StoredBlock(
            BlockId id, StorageLevel level, TaskAttemptId maker, @Nullable MemoryForm memory, @Nullable DiskForm disk) {
        this.id = id;
        this.level = level;
        this.maker = maker;
        this.memory = memory;
        this.disk = disk;
    }

    BlockId id() {
        return id;
    }

    StorageLevel level() {
        return level;
    }

    /** The attempt that made it; until it is published, nobody else sees it. */
    TaskAttemptId maker() {
        return maker;
    }

    boolean isPublished() {
        return published;
    }

    void publish() {
        published = true;
    }

    @Nullable
    MemoryForm memory() {
        return memory;
    }

    void setMemory(@Nullable MemoryForm form) {
        memory = form;
    }

    @Nullable
    DiskForm disk() {
        return disk;
    }

    void setDisk(@Nullable DiskForm form) {
        disk = form;
    }
}
