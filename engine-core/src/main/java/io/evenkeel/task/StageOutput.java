package io.evenkeel.task;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.shuffle.ShuffleSpec;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** What becomes of the rows at the end of a stage. Immutable. */
public sealed interface StageOutput extends Serializable {

    /**
     * They are written for a shuffle.
     *
     * @param combiner combines values of one key before they are written; null if there is none
     */
    record ToShuffle(
            ShuffleSpec spec,
            SerializableFunction<Object, Object> key,
            SerializableFunction<Object, Object> value,
            PartitionRule rule,
            @Nullable Combiner<Object, Object> combiner)
            implements StageOutput {}

    /** An action makes an answer of them. */
    record ToAnswer(PartitionAction<Object, Object> action) implements StageOutput {}
}
