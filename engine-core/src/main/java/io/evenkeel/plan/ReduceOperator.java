package io.evenkeel.plan;

import io.evenkeel.aggregate.Combiner;
import java.io.Serializable;

/** What a reducer makes of the rows that exchanges bring it. Immutable. */
public sealed interface ReduceOperator extends Serializable {

    String describe();

    /** The values as they come, in map order; keys are not looked at. */
    record Rows() implements ReduceOperator {
        @Override
        public String describe() {
            return "read rows";
        }
    }

    /** One pair per key, its values combined. */
    record Aggregate(Combiner<Object, Object> combiner) implements ReduceOperator {
        @Override
        public String describe() {
            return "aggregate " + combiner.describe();
        }
    }

    /** One pair per key, with an iterable of its values, which may be larger than memory. */
    record Group() implements ReduceOperator {
        @Override
        public String describe() {
            return "group";
        }
    }

    /** The values in the natural order of their keys. */
    record Sort() implements ReduceOperator {
        @Override
        public String describe() {
            return "sort";
        }
    }

    /** For each key, the pairs of a left and a right value; null keys match nothing. */
    record InnerJoin() implements ReduceOperator {
        @Override
        public String describe() {
            return "inner join";
        }
    }
}
