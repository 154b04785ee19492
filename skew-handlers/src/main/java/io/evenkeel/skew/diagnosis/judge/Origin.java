package io.evenkeel.skew.diagnosis.judge;

import java.util.List;

/**
 * Which part of the program a stage comes from.
 *
 * @param operator the shuffling operator, such as {@code reduceByKey} or {@code SortMergeJoin}; empty if unknown
 * @param kind what that operator does, as far as remedies differ
 * @param detail the operator with its arguments, from the SQL plan; empty without one
 * @param callSite line of the program; empty if unknown
 * @param parents the stages whose shuffle it reads
 * @param sql whether it belongs to a SQL query
 * @param query description of that query; empty without one
 */
public record Origin(
        String operator,
        OperatorKind kind,
        String detail,
        String callSite,
        List<Integer> parents,
        boolean sql,
        String query) {

    /** Copies the parents. */
    public Origin {
        parents = List.copyOf(parents);
    }
}
