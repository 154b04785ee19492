package io.evenkeel.operator;

/** How much of the partitioning shows in what becomes of an action's answers. */
public enum PartitionSight {
    /** Nothing but their order: there may be more or fewer of them than was planned. */
    NONE,
    /** How many there are, as with a file each: there may be more than was planned, where the user gave no number. */
    COUNT,
    /** Their numbers: partition {@code i} must be the one that was planned. */
    NUMBERS
}
