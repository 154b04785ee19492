package io.evenkeel.task;

import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Records;

/** Opens the reduce side of exchanges. Stateless. */
final class ReduceOpener {

    private ReduceOpener() {}

    static Records<Object> open(ReduceOperator operator, ReduceInputs inputs) throws Exception {
        if (operator instanceof ReduceOperator.Rows) {
            return new RowsOfShuffle(inputs.open(0));
        } else if (operator instanceof ReduceOperator.Aggregate aggregate) {
            return Aggregation.of(inputs, aggregate.combiner());
        } else if (operator instanceof ReduceOperator.Group) {
            return GroupedRows.of(inputs);
        } else if (operator instanceof ReduceOperator.Sort) {
            return SortedRows.of(inputs);
        } else if (operator instanceof ReduceOperator.Join join) {
            return join.type().givesPairs() ? JoinedRows.of(inputs, join.type()) : SelectedRows.of(inputs, join.type());
        } else if (operator instanceof ReduceOperator.Cogroup cogroup) {
            return CogroupedRows.of(inputs, cogroup.sides());
        }
        throw new IllegalStateException("unknown reduce operator " + operator);
    }
}
