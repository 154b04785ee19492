package io.evenkeel.task;

import io.evenkeel.codec.EncodedRows;
import io.evenkeel.shuffle.MapStatistics;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.stats.TaskMetrics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How an attempt ended. Immutable. */
public sealed interface TaskOutcome {

    TaskMetrics metrics();

    /**
     * A map task committed this output.
     *
     * @param statistics what it counted, for the driver
     * @param added what the attempt added to accumulators, by their id
     */
    record Mapped(MapStatus status, MapStatistics statistics, Map<Integer, Object> added, TaskMetrics metrics)
            implements TaskOutcome {

        /** Copies what was added. */
        public Mapped {
            added = Map.copyOf(added);
        }
    }

    /**
     * A result task gave this answer.
     *
     * @param added what the attempt added to accumulators, by their id
     */
    record Answered(EncodedRows answer, Map<Integer, Object> added, TaskMetrics metrics) implements TaskOutcome {

        /** Copies what was added. */
        public Answered {
            added = Map.copyOf(added);
        }
    }

    /**
     * The attempt failed or was cancelled.
     *
     * @param recordAtHand the last row that a source or a shuffle gave before it failed, as text; null if there is none
     */
    record Failed(Throwable thrown, @Nullable String recordAtHand, TaskMetrics metrics) implements TaskOutcome {}
}
