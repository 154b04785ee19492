package io.evenkeel.scheduler.simulation;

import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.scheduler.dag.StageSpec;
import java.util.List;

/**
 * The rows that an attempt made, as far as it matters here: a number that is equal for equal rows, and the numbers of
 * all map outputs that they were made from. Immutable.
 *
 * @param content equal for equal rows
 * @param sources for every map output of the workload the content that was read, directly or not; 0 for not read
 * @param mixed whether two contents of one map output went into it
 */
@SuppressWarnings("ArrayRecordComponent") // never written after construction
record Rows(long content, long[] sources, boolean mixed) {

    /** What a task gets that reads all these rows, in this order; {@code nonce} is 0 for work that can be repeated. */
    static Rows made(StageSpec stage, PartitionIndex partition, List<Rows> inputs, int[] slots, long nonce, int all) {
        long content = start(stage, partition);
        long[] sources = new long[all];
        boolean mixed = false;
        for (int i = 0; i < inputs.size(); i++) {
            Rows input = inputs.get(i);
            content = mix(content, input.content);
            mixed |= merge(sources, input.sources);
            mixed |= input.mixed;
            mixed |= put(sources, slots[i], input.content);
        }
        return new Rows(mix(content, nonce), sources, mixed);
    }

    /** Adds sources to others; says whether one of them was there with another content. */
    static boolean merge(long[] sources, long[] others) {
        boolean mixed = false;
        for (int slot = 0; slot < others.length; slot++) {
            if (others[slot] != 0) {
                mixed |= put(sources, slot, others[slot]);
            }
        }
        return mixed;
    }

    private static boolean put(long[] sources, int slot, long content) {
        long before = sources[slot];
        sources[slot] = content;
        return before != 0 && before != content;
    }

    /**
     * What a task of a repeatable stage must have made, given the content of every map output: worked out anew from the
     * definition of the stage, without regard to what was launched.
     */
    static long expected(StageSpec stage, PartitionIndex partition, long[] contents, Workload workload) {
        long content = start(stage, partition);
        for (ShuffleId input : stage.inputs()) {
            for (int map = 0; map < AdaptedReads.tasks(workload.shuffle(input)); map++) {
                content = mix(content, contents[workload.slot(input, map)]);
            }
        }
        return mix(content, 0);
    }

    private static long start(StageSpec stage, PartitionIndex partition) {
        return mix(stage.id().value() + 1L, partition.value());
    }

    static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
        return (mixed ^ (mixed >>> 32)) | 1;
    }
}
