package io.evenkeel.task;

import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Records;

/** Opens the reduce side of exchanges. Stateless. */
final class ReduceOpener {

    private ReduceOpener() {}

    static Records<Object> open(ReduceOperator operator, ReduceInputs inputs) throws Exception {
        if (operator instanceof ReduceOperator.Rows) {
            return new RowsOfShuffle(inputs.open(0), false);
        } else if (operator instanceof ReduceOperator.Pairs) {
            return new RowsOfShuffle(inputs.open(0), true);
        } else if (operator instanceof ReduceOperator.Aggregate aggregate) {
            return Aggregation.of(inputs, aggregate.combiner());
        } else if (operator instanceof ReduceOperator.Sort) {
            return SortedRows.of(inputs);
        }
        if (operator instanceof ReduceOperator.Join join) {
            return JoinReader.open(join, inputs);
        }
        return ofGroups(operator, GroupReader.read(inputs, sides(operator)));
    }

    private static int sides(ReduceOperator operator) {
        return operator instanceof ReduceOperator.Cogroup cogroup ? cogroup.sides() : 1;
    }

    /** What an operator that works on groups makes of them; closing it closes the groups. */
    static Records<Object> ofGroups(ReduceOperator operator, GroupedSides groups) {
        if (operator instanceof ReduceOperator.Group) {
            return new GroupedRows(groups);
        } else if (operator instanceof ReduceOperator.Join join) {
            return join.type().givesPairs()
                    ? new JoinedRows(groups, join.type())
                    : new SelectedRows(groups, join.type());
        } else if (operator instanceof ReduceOperator.Cogroup) {
            return new CogroupedRows(groups);
        }
        throw new IllegalStateException("not an operator on groups: " + operator);
    }
}
