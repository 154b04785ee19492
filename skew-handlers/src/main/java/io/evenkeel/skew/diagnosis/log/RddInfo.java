package io.evenkeel.skew.diagnosis.log;

import java.util.List;

/**
 * A dataset in a stage's pipeline.
 *
 * @param name class name or, for files, the path
 * @param operator the operation of the program that made it; empty in logs before Spark 1.4
 * @param persisted whether a storage level was set
 */
public record RddInfo(int id, String name, String operator, String callSite, List<Integer> parents, boolean persisted) {

    /** Copies the parents. */
    public RddInfo {
        parents = List.copyOf(parents);
    }
}
