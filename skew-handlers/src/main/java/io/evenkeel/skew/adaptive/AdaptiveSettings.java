package io.evenkeel.skew.adaptive;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;

/**
 * What the adaptive rules may do, and from when on. Immutable.
 *
 * @param enabled whether any rule is asked
 * @param coalesce whether small partitions are read together
 * @param advisorySize up to this size they are
 * @param split whether a hot partition is read in parts
 * @param factor a partition is hot when it has so many times the work of the median
 * @param minSize and at least this size
 * @param minRecords or at least so many records
 * @param maxParts into how many parts one is cut at most
 * @param maxReplication how much may be read that other parts read too, as a share of all bytes that are read
 * @param grid whether both sides of a join may be cut
 * @param byKey whether the rows of keys that both sides of a join have may be read in parts apart from the others
 * @param byKeyMaxReplication how much may be read again for that, as a share of all bytes that are read
 * @param sort whether the rows of one key of a sort may be cut
 * @param twoStage whether a hot reducer of an aggregation is combined in parts first
 * @param twoStageMinShare if at least this share of its records is known to be of few keys
 * @param broadcast whether a small side of a join may be read whole by all tasks
 * @param broadcastMaxSize up to this size it is small
 * @param largestFirst whether tasks with much to do begin first
 */
record AdaptiveSettings(
        boolean enabled,
        boolean coalesce,
        ByteSize advisorySize,
        boolean split,
        double factor,
        ByteSize minSize,
        int minRecords,
        int maxParts,
        double maxReplication,
        boolean grid,
        boolean byKey,
        double byKeyMaxReplication,
        boolean sort,
        boolean twoStage,
        double twoStageMinShare,
        boolean broadcast,
        ByteSize broadcastMaxSize,
        boolean largestFirst) {

    static final Setting<Boolean> ENABLED = Setting.flag(
                    "evenkeel.adaptive.enabled",
                    true,
                    "Whether the tasks that read a shuffle are planned anew when it is written, from what was measured.")
            .withAliases("spark.sql.adaptive.enabled");

    static final Setting<Boolean> COALESCE = Setting.flag(
                    "evenkeel.adaptive.coalesce.enabled",
                    true,
                    "Whether small neighbouring partitions are read by one task, where nobody gave or sees their number.")
            .withAliases("spark.sql.adaptive.coalescePartitions.enabled");

    static final Setting<ByteSize> ADVISORY_SIZE = Setting.size(
                    "evenkeel.adaptive.advisoryPartitionSize",
                    ByteSize.ofMib(1),
                    "b",
                    new ByteSize(1),
                    new ByteSize(Long.MAX_VALUE),
                    "Up to this size, as it is on disk, small partitions are read together; but not by fewer tasks than "
                            + "can run at a time.")
            .withAliases("spark.sql.adaptive.advisoryPartitionSizeInBytes");

    static final Setting<Boolean> SPLIT = Setting.flag(
                    "evenkeel.adaptive.split.enabled",
                    true,
                    "Whether a hot partition of a join is read in parts by several tasks, each with all of the other side.")
            .withAliases("spark.sql.adaptive.skewJoin.enabled");

    static final Setting<Double> FACTOR = Setting.fraction(
                    "evenkeel.adaptive.split.factor",
                    1.8,
                    1.0,
                    1000.0,
                    "A partition is hot when its records, read and made, are more than so many times the median's.")
            .withAliases("spark.sql.adaptive.skewJoin.skewedPartitionFactor");

    static final Setting<ByteSize> MIN_SIZE = Setting.size(
                    "evenkeel.adaptive.split.minSize",
                    ByteSize.ofMib(4),
                    "b",
                    new ByteSize(0),
                    new ByteSize(Long.MAX_VALUE),
                    "A partition is hot only if it has at least this size on disk, or split.minRecords records.")
            .withAliases("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes");

    static final Setting<Integer> MIN_RECORDS = Setting.integer(
            "evenkeel.adaptive.split.minRecords",
            100_000,
            0,
            Integer.MAX_VALUE,
            "A partition is hot only if it has at least so many records, or the size split.minSize.");

    static final Setting<Integer> MAX_PARTS = Setting.integer(
            "evenkeel.adaptive.split.maxParts",
            1000,
            2,
            100_000,
            "Into how many parts a hot partition is cut at most.");

    static final Setting<Double> MAX_REPLICATION = Setting.fraction(
            "evenkeel.adaptive.split.maxReplication",
            0.09,
            0.0,
            1000.0,
            "How many bytes may be read that other parts read too, as a share of all that the stage reads (and makes, "
                    + "where that is more). A chunk at each cut, which both neighbours read, is not counted.");

    static final Setting<Boolean> GRID = Setting.flag(
            "evenkeel.adaptive.grid.enabled",
            true,
            "Whether an inner join whose two sides are hot in one partition is read in parts of both: a task for each "
                    + "pair of parts.");

    static final Setting<Boolean> BY_KEY = Setting.flag(
            "evenkeel.adaptive.byKey.enabled",
            true,
            "Whether, where a join may not be cut otherwise, the rows of hot keys that both sides have are read in parts, and "
                    + "those of all other keys by a task of their own.");

    static final Setting<Double> BY_KEY_MAX_REPLICATION = Setting.fraction(
            "evenkeel.adaptive.byKey.maxReplication",
            1.0,
            0.0,
            1000.0,
            "How many bytes may be read more than once for byKey, as a share of all that the stage reads (and makes, where "
                    + "that is more): a reducer that is cut is read twice at least.");

    static final Setting<Boolean> SORT = Setting.flag(
            "evenkeel.adaptive.sort.enabled",
            true,
            "Whether the rows of a key that has a range of a sort for itself are read in parts, which follow each other.");

    static final Setting<Boolean> TWO_STAGE = Setting.flag(
            "evenkeel.adaptive.twoStage.enabled",
            true,
            "Whether a hot partition of an aggregation whose rows were not combined before the shuffle is first combined in "
                    + "parts by several tasks.");

    static final Setting<Double> TWO_STAGE_MIN_SHARE = Setting.fraction(
            "evenkeel.adaptive.twoStage.minShare",
            0.5,
            0.0,
            1.0,
            "A hot partition is combined in parts first only if at least this share of its records is known to be of keys "
                    + "with many: of others as many rows would be left.");

    static final Setting<Boolean> BROADCAST = Setting.flag(
            "evenkeel.adaptive.broadcast.enabled",
            true,
            "Whether a join that is skewed, and one side of which turned out small, is read by tasks that each take the "
                    + "whole small side and as much of the other side as any other.");

    static final Setting<ByteSize> BROADCAST_MAX_SIZE = Setting.size(
            "evenkeel.adaptive.broadcast.maxSize",
            ByteSize.ofMib(10),
            "b",
            new ByteSize(0),
            new ByteSize(Long.MAX_VALUE),
            "Up to this size on disk the side of a join is small.");

    static final Setting<Boolean> LARGEST_FIRST = Setting.flag(
            "evenkeel.adaptive.largestFirst.enabled",
            true,
            "Whether the tasks of a stage begin in the order of what they have to read, those with most first.");

    static AdaptiveSettings from(Configuration configuration) {
        return new AdaptiveSettings(
                configuration.get(ENABLED),
                configuration.get(COALESCE),
                configuration.get(ADVISORY_SIZE),
                configuration.get(SPLIT),
                configuration.get(FACTOR),
                configuration.get(MIN_SIZE),
                configuration.get(MIN_RECORDS),
                configuration.get(MAX_PARTS),
                configuration.get(MAX_REPLICATION),
                configuration.get(GRID),
                configuration.get(BY_KEY),
                configuration.get(BY_KEY_MAX_REPLICATION),
                configuration.get(SORT),
                configuration.get(TWO_STAGE),
                configuration.get(TWO_STAGE_MIN_SHARE),
                configuration.get(BROADCAST),
                configuration.get(BROADCAST_MAX_SIZE),
                configuration.get(LARGEST_FIRST));
    }
}
