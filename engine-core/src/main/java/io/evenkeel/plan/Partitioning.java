package io.evenkeel.plan;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Which reducer a row goes to. */
public sealed interface Partitioning {

    /** How many reducers there are; at least 1. */
    int partitions();

    String describe();

    /** The same rule for another number of reducers. */
    Partitioning withPartitions(int partitions);

    /** By the structural hash of the key. Immutable. */
    record Hash(int partitions) implements Partitioning {

        @Override
        public String describe() {
            return "hash(" + partitions + ")";
        }

        @Override
        public Partitioning withPartitions(int changed) {
            return new Hash(changed);
        }
    }

    /** By the row's ordinal in its partition: rows are spread evenly. Immutable. */
    record RoundRobin(int partitions) implements Partitioning {

        @Override
        public String describe() {
            return "round-robin(" + partitions + ")";
        }

        @Override
        public Partitioning withPartitions(int changed) {
            return new RoundRobin(changed);
        }
    }

    /**
     * By ranges of the key's natural order. The bounds come from a sample that the first job takes; once taken they are
     * part of the lineage and never change. Thread-safe.
     */
    record Range(int partitions, AtomicReference<List<Object>> bounds) implements Partitioning {

        public Range(int partitions) {
            this(partitions, new AtomicReference<>());
        }

        @Override
        public String describe() {
            return "range(" + partitions + ")";
        }

        @Override
        public Partitioning withPartitions(int changed) {
            return new Range(changed);
        }
    }
}
