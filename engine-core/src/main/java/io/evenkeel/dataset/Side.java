package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.MergeOperator.KeyedSide;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PlanNode;
import java.util.Optional;

/**
 * One input of a reduction: rows, and how key and value are taken from them. Immutable.
 *
 * @param combiner combines values of one key before they are sent; where nothing is sent it is not needed
 */
record Side(
        PlanNode rows,
        SerializableFunction<Object, Object> key,
        SerializableFunction<Object, Object> value,
        Optional<Combiner<Object, Object>> combiner) {

    /** The side that an exchange brings. */
    static Side of(ExchangeNode exchange) {
        return new Side(exchange.input(), exchange.key(), exchange.value(), exchange.combiner());
    }

    /** A side of rows that are pairs already. */
    static Side ofPairs(PlanNode pairs, KeyedSide projections) {
        return new Side(pairs, projections.key(), projections.value(), Optional.empty());
    }

    boolean liesBy(Partitioning partitioning) {
        return Placement.of(rows, key)
                .filter(found -> Placement.isSame(found, partitioning))
                .isPresent();
    }
}
