package io.evenkeel.plan;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.Partitioner;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Which reducer a row goes to. */
public sealed interface Partitioning {

    /** How many reducers there are; at least 1. */
    int partitions();

    String describe();

    /** The same rule for another number of reducers, which the user gives. */
    Partitioning withPartitions(int partitions);

    /** Whether the user said how many reducers there are. */
    boolean isCountGiven();

    /** By the structural hash of the key. Immutable. */
    record Hash(int partitions, boolean isCountGiven) implements Partitioning {

        /** As many reducers as the engine thinks right. */
        public Hash(int partitions) {
            this(partitions, false);
        }

        @Override
        public String describe() {
            return "hash(" + partitions + ")";
        }

        @Override
        public Partitioning withPartitions(int changed) {
            return new Hash(changed, true);
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

        @Override
        public boolean isCountGiven() {
            return true;
        }
    }

    /** By a function of the user's. Immutable. */
    record Custom(Partitioner<Object> partitioner) implements Partitioning {

        @Override
        public int partitions() {
            return partitioner.partitions();
        }

        @Override
        public String describe() {
            return "custom(" + partitions() + ")";
        }

        @Override
        public Partitioning withPartitions(int changed) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the partitioner " + partitioner + " says that there are " + partitions()
                            + " partitions; make one that says " + changed);
        }

        @Override
        public boolean isCountGiven() {
            return true;
        }
    }

    /**
     * By ranges of the key's natural order. The bounds come from a sample that the first job takes; once taken they are
     * part of the lineage and never change. A range ends with its bound; a bound that stands twice has a range for itself
     * alone. Thread-safe.
     */
    record Range(int partitions, boolean isCountGiven, AtomicReference<List<Object>> bounds) implements Partitioning {

        /** As many reducers as the engine thinks right. */
        public Range(int partitions) {
            this(partitions, false, new AtomicReference<>());
        }

        @Override
        public String describe() {
            return "range(" + partitions + ")";
        }

        @Override
        public Partitioning withPartitions(int changed) {
            return new Range(changed, true, new AtomicReference<>());
        }
    }
}
