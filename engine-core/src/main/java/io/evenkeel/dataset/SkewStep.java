package io.evenkeel.dataset;

import io.evenkeel.config.ByteSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** One thing to do about hot keys; a {@link Skew} is a chain of them. Immutable. */
public sealed interface SkewStep {

    /** One side of a join. */
    enum Side {
        LEFT,
        RIGHT;

        /** The other one. */
        public Side other() {
            return this == LEFT ? RIGHT : LEFT;
        }
    }

    /** Rows with these keys are dropped, and counted. */
    record DropKeys(List<Object> keys) implements SkewStep {
        public DropKeys(Collection<?> keys) {
            this(Collections.unmodifiableList(new ArrayList<Object>(keys)));
        }
    }

    /** Rows of the keys with most rows are dropped, and counted. */
    record DropHottest(int keys, double sampleFraction) implements SkewStep {
        /** Refuses numbers and shares that are none. */
        public DropHottest {
            requirePositive("keys", keys);
            requireFraction(sampleFraction);
        }
    }

    /** The operation gets so many reduce tasks. */
    record Partitions(int partitions) implements SkewStep {
        /** Refuses numbers below 1. */
        public Partitions {
            requirePositive("partitions", partitions);
        }
    }

    /**
     * Values are combined under salted keys first, then without the salt.
     *
     * @param salts into how many parts a key is cut
     * @param hotKeys only so many of the keys with most rows are salted; all where empty
     */
    record TwoStage(int salts, Optional<Integer> hotKeys, double sampleFraction) implements SkewStep {
        /** Refuses numbers and shares that are none. */
        public TwoStage {
            requirePositive("salts", salts);
            hotKeys.ifPresent(keys -> requirePositive("hot keys", keys));
            requireFraction(sampleFraction);
        }
    }

    /**
     * One side goes to every executor whole, where it is small enough.
     *
     * @param side which one; the smaller of those that may, where empty
     * @param threshold how much memory it may take; the setting's where empty
     */
    record BroadcastSide(Optional<Side> side, Optional<ByteSize> threshold) implements SkewStep {}

    /**
     * Rows of hot keys are spread over several reducers each, and the rows they meet copied to all of these.
     *
     * @param hotKeys of each side at most so many keys are taken for hot
     * @param maxSalts over how many reducers a key is spread at most
     */
    record SplitKeys(int hotKeys, double sampleFraction, int maxSalts) implements SkewStep {
        /** Refuses numbers and shares that are none. */
        public SplitKeys {
            requirePositive("hot keys", hotKeys);
            requireFraction(sampleFraction);
            requirePositive("salts", maxSalts);
        }
    }

    /** All rows of one side are spread, and all of the other copied as often. */
    record SaltAll(Side spread, int salts) implements SkewStep {
        /** Refuses numbers below 1. */
        public SaltAll {
            requirePositive("salts", salts);
        }
    }

    /** What suits, by a sample. */
    record Auto() implements SkewStep {}

    private static void requirePositive(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException("needs at least one of " + what + ", not " + number);
        }
    }

    private static void requireFraction(double fraction) {
        if (!(fraction > 0 && fraction <= 1)) {
            throw new IllegalArgumentException("a sample is a fraction above 0 and up to 1, not " + fraction);
        }
    }
}
