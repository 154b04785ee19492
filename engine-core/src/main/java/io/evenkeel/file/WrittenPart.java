package io.evenkeel.file;

import io.evenkeel.id.PartitionIndex;
import java.io.Serializable;

/**
 * One published file of an output. Immutable.
 *
 * @param partition which partition it holds
 * @param fileName its name in the output directory
 * @param records how many rows it holds
 * @param bytes how long it is
 */
public record WrittenPart(PartitionIndex partition, String fileName, long records, long bytes) implements Serializable {

    /** The name of a partition's file: {@code part-00017}, with more digits from 100,000 on. */
    public static String fileName(PartitionIndex partition) {
        return fileName(partition, "");
    }

    /** The same with an ending, such as {@code .csv}. */
    public static String fileName(PartitionIndex partition, String ending) {
        String digits = Integer.toString(partition.value());
        return "part-" + "0".repeat(Math.max(0, 5 - digits.length())) + digits + ending;
    }
}
