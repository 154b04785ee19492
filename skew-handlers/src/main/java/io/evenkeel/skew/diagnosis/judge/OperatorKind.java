package io.evenkeel.skew.diagnosis.judge;

import java.util.Locale;

/** What a shuffling operator does, as far as remedies differ. */
public enum OperatorKind {
    JOIN,
    FULL_OUTER_JOIN,
    AGGREGATION,
    GROUP_BY_KEY,
    SORT,
    WINDOW,
    REPARTITION,
    SCAN,
    OTHER;

    /** The kind of an operator of an RDD program or a SQL plan; OTHER if it is none that moves data. */
    static OperatorKind of(String operator, String text) {
        String name = operator.toLowerCase(Locale.ROOT);
        if (name.contains("fulljoin") || name.contains("fullouterjoin")) {
            return FULL_OUTER_JOIN;
        }
        if (name.contains("broadcast")) {
            return OTHER;
        }
        if (name.contains("join") || name.contains("cogroup") || name.contains("intersection")) {
            return text.contains("FullOuter") ? FULL_OUTER_JOIN : JOIN;
        }
        if (name.equals("groupbykey") || name.equals("groupby")) {
            return GROUP_BY_KEY;
        }
        if (name.contains("aggregate")
                || name.contains("reducebykey")
                || name.contains("foldbykey")
                || name.contains("combinebykey")
                || name.contains("distinct")
                || name.contains("countbykey")) {
            return AGGREGATION;
        }
        if (name.contains("window")) {
            return WINDOW;
        }
        if (name.equals("sort") || name.contains("sortby") || name.equals("gpusort") || name.contains("takeordered")) {
            return SORT;
        }
        if (name.contains("repartition") || name.equals("partitionby") || name.contains("rebalance")) {
            return REPARTITION;
        }
        boolean scan = name.contains("scan")
                || name.contains("textfile")
                || name.contains("hadoopfile")
                || name.contains("hadooprdd")
                || name.contains("newapihadoop");
        return scan ? SCAN : OTHER;
    }

    boolean isJoin() {
        return this == JOIN || this == FULL_OUTER_JOIN;
    }
}
