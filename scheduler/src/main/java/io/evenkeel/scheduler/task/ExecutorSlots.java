package io.evenkeel.scheduler.task;

import io.evenkeel.id.ExecutorId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The executors that live, and how many tasks each can take. Confined to the scheduler's thread. */
final class ExecutorSlots {

    private final Map<ExecutorId, Slots> living = new LinkedHashMap<>();
    /** Names only, and kept for the session: a late greeting must not bring an executor back. */
    private final Set<ExecutorId> gone = new LinkedHashSet<>();

    private int free;

    private static final class Slots {
        private final int all;
        private int free;

        private Slots(int all) {
            this.all = all;
            this.free = all;
        }
    }

    void add(ExecutorId executor, int slots) {
        if (!gone.contains(executor) && !living.containsKey(executor)) {
            living.put(executor, new Slots(slots));
            free += slots;
        }
    }

    /** Says whether the executor was living until now. */
    boolean lose(ExecutorId executor) {
        gone.add(executor);
        Slots slots = living.remove(executor);
        if (slots == null) {
            return false;
        }
        free -= slots.free;
        return true;
    }

    boolean isLiving(ExecutorId executor) {
        return living.containsKey(executor);
    }

    boolean isGone(ExecutorId executor) {
        return gone.contains(executor);
    }

    /** How many tasks run at a time when nothing is free. */
    int slots() {
        return living.values().stream().mapToInt(slots -> slots.all).sum();
    }

    int free() {
        return free;
    }

    void take(ExecutorId executor) {
        Slots slots = living.get(executor);
        if (slots == null || slots.free == 0) {
            throw new IllegalStateException(executor + " has no free slot");
        }
        slots.free--;
        free--;
    }

    /** Gives a slot back; of no effect when the executor is gone. */
    void giveBack(ExecutorId executor) {
        Slots slots = living.get(executor);
        if (slots != null && slots.free < slots.all) {
            slots.free++;
            free++;
        }
    }

    /**
     * The executor with the most free slots, never one of {@code forbidden}, and one of {@code avoided} only when nothing
     * else is free.
     */
    Optional<ExecutorId> choose(Set<ExecutorId> forbidden, Set<ExecutorId> avoided) {
        ExecutorId best = null;
        int bestFree = 0;
        boolean bestAvoided = true;
        for (Map.Entry<ExecutorId, Slots> entry : living.entrySet()) {
            ExecutorId executor = entry.getKey();
            int freeHere = entry.getValue().free;
            if (freeHere == 0 || forbidden.contains(executor)) {
                continue;
            }
            boolean avoid = avoided.contains(executor);
            if (best == null || (bestAvoided && !avoid) || (bestAvoided == avoid && freeHere > bestFree)) {
                best = executor;
                bestFree = freeHere;
                bestAvoided = avoid;
            }
        }
        return Optional.ofNullable(best);
    }
}
