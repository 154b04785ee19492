package io.evenkeel.scheduler.local;

import io.evenkeel.id.StageId;
import io.evenkeel.scheduler.dag.PlannedStage;
import io.evenkeel.stats.Accumulator;
import io.evenkeel.task.JavaBytes;
import io.evenkeel.task.StageProgram;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The programs of stages that may still run, each serialised once. Thread-safe: one lock.
 */
final class StageBytes {

    /** A program, its serialised form, and the accumulators it holds. */
    @SuppressWarnings("ArrayRecordComponent") // shared by all tasks of the stage, written by nobody
    private record Entry(String name, StageProgram program, byte[] bytes, List<Accumulator> accumulators) {}

    private final Map<StageId, Entry> entries = new HashMap<>();

    /** Keeps a stage; one that is known already is kept as it was. */
    void add(PlannedStage stage) {
        StageId id = stage.spec().id();
        synchronized (this) {
            if (entries.containsKey(id)) {
                return;
            }
        }
        List<Accumulator> accumulators = new ArrayList<>();
        byte[] bytes = JavaBytes.write(stage.program(), accumulators::add);
        Entry entry = new Entry(stage.spec().name(), stage.program(), bytes, List.copyOf(accumulators));
        synchronized (this) {
            entries.putIfAbsent(id, entry);
        }
    }

    synchronized void remove(StageId id) {
        entries.remove(id);
    }

    byte[] program(StageId id) {
        return entry(id).bytes();
    }

    String name(StageId id) {
        return entry(id).name();
    }

    /** The serialised split of one partition; null if it reads shuffles only. */
    byte @Nullable [] split(StageId id, int partition) {
        Serializable split = entry(id).program().split(partition);
        return split == null ? null : JavaBytes.write(split);
    }

    /** The program's accumulators that the functions of a stage add to. */
    List<Accumulator> accumulators(StageId id) {
        return entry(id).accumulators();
    }

    private synchronized Entry entry(StageId id) {
        Entry entry = entries.get(id);
        if (entry == null) {
            throw new IllegalStateException("no program for " + id);
        }
        return entry;
    }
}
