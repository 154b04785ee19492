package io.evenkeel.task;

import io.evenkeel.error.Closing;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.plan.MergeOperator;
import io.evenkeel.plan.MergeOperator.KeyedSide;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Pair;
import io.evenkeel.record.PulledRows;
import io.evenkeel.record.Records;
import io.evenkeel.sort.SpillContext;
import java.io.Closeable;
import java.util.List;

/** Opens what is made of partitions that are read where they lie. Stateless. */
final class MergedRows {

    private MergedRows() {}

    /** Opens one of the partitions; who opens it closes it. */
    @FunctionalInterface
    interface Part {
        Records<Object> open() throws Exception;
    }

    /** Opens the merged rows, which open and close their parts. */
    static Records<Object> open(MergeOperator operator, List<Part> parts, TaskContext context, SpillContext spills)
            throws Exception {
        if (operator instanceof MergeOperator.Coalesce) {
            return new ConcatenatedParts(parts);
        } else if (operator instanceof MergeOperator.Cartesian) {
            return CartesianRows.of(parts.get(0), parts.get(1), context, spills);
        } else if (operator instanceof MergeOperator.ReduceInPlace reduce) {
            if (reduce.operator() instanceof ReduceOperator.Pairs) {
                return pairs(parts.get(0), reduce.sides().get(0), context);
            }
            return reduce.operator() instanceof ReduceOperator.Aggregate aggregate
                    ? Aggregation.inPlace(parts.get(0), reduce.sides().get(0), aggregate.combiner(), context, spills)
                    : ReduceOpener.ofGroups(
                            reduce.operator(), InPlaceGroups.of(parts, reduce.sides(), context, spills));
        }
        return openBoth(operator, parts);
    }

    private static Records<Object> pairs(Part part, KeyedSide side, TaskContext context) throws Exception {
        return new MapOperator<Object, Object>(
                        "pairs",
                        row -> new Pair<>(side.key().apply(row), side.value().apply(row)))
                .open(part.open(), context);
    }

    private static Records<Object> openBoth(MergeOperator operator, List<Part> parts) throws Exception {
        Records<Object> left = parts.get(0).open();
        try {
            Records<Object> right = parts.get(1).open();
            try {
                if (operator instanceof MergeOperator.ZipPartitions zip) {
                    Closeable both = () -> {
                        try (left) {
                            right.close();
                        }
                    };
                    return new IteratorRecords<>(
                            zip.function().apply(new PulledRows<>(left), new PulledRows<>(right)), both);
                }
                return new ZippedRows(left, right);
            } catch (Throwable e) {
                Closing.after(e, right);
                throw e;
            }
        } catch (Throwable e) {
            Closing.after(e, left);
            throw e;
        }
    }
}
