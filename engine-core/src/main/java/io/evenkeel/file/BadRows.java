package io.evenkeel.file;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.stats.CollectionAccumulator;
import java.io.Serializable;

/** What happens to rows that can't be read. Immutable. */
public sealed interface BadRows extends Serializable {

    /** Takes one. */
    void take(BadRow row);

    /** The job fails with {@link ErrorCode#MALFORMED_INPUT}, naming file, place, column and value. */
    record Refuse() implements BadRows {
        @Override
        public void take(BadRow row) {
            throw new EngineException(
                    ErrorCode.MALFORMED_INPUT, row + "; mend it, or ask to skip or to collect such rows");
        }
    }

    /** They are left out, and counted among the malformed inputs of the job. */
    record Skip() implements BadRows {
        @Override
        public void take(BadRow row) {
            // Counting them is all, and whoever reads the rows does that.
        }
    }

    /**
     * They are left out, counted, and put into a list.
     *
     * @param rows takes them; its limit is how many there may be
     */
    record Collect(CollectionAccumulator<BadRow> rows) implements BadRows {
        @Override
        public void take(BadRow row) {
            rows.add(row);
        }
    }
}
