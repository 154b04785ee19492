package io.evenkeel.skew.diagnosis.log;

import java.util.List;

/**
 * A SQL query with the operators of its last plan.
 *
 * @param nodes top down; cut at a limit
 * @param adaptive whether the plan changed while the query ran
 */
public record SqlExecution(long id, String description, List<PlanNode> nodes, boolean adaptive) {

    /** Copies the nodes. */
    public SqlExecution {
        nodes = List.copyOf(nodes);
    }
}
