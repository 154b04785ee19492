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

    /** Keys and values as they come, as pairs, in map order. */
    record Pairs() implements ReduceOperator {
        @Override
        public String describe() {
            return "read pairs";
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

    /** Two sides joined: pairs of a key and a pair of values, or of a key and a left value, as the type says. */
    record Join(JoinType type) implements ReduceOperator {
        @Override
        public String describe() {
            return type.describe();
        }
    }

    /** One pair per key, with its values on every side as a {@link io.evenkeel.record.Groups}. */
    record Cogroup(int sides) implements ReduceOperator {

        /** Refuses numbers of sides there are no rows for. */
        public Cogroup {
            if (sides < 2 || sides > 4) {
                throw new IllegalArgumentException("a cogroup has 2 to 4 sides: " + sides);
            }
        }

        @Override
        public String describe() {
            return "cogroup of " + sides;
        }
    }
}
