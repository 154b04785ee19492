package io.evenkeel.skew.diagnosis.judge;

import java.util.List;

/**
 * Something about an application that is no class of a stage.
 *
 * @param kind stable name for tools, such as {@code source-read-twice}
 * @param millis the time it costs at most; 0 if the log can't tell
 */
public record Observation(String kind, String text, long millis, List<Integer> stages) {

    /** Copies the stages. */
    public Observation {
        stages = List.copyOf(stages);
    }
}
