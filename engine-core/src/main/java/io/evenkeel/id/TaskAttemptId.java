package io.evenkeel.id;

import java.io.Serializable;

/**
 * One try at one task, unique in a session: files of an attempt carry it, so that two attempts never share a name.
 * Immutable.
 */
public record TaskAttemptId(StageId stage, StageAttempt stageAttempt, PartitionIndex partition, AttemptNumber attempt)
        implements Serializable {

    /** The part of a file name that belongs to this attempt, such as {@code s3.0-p17.1}. */
    public String fileToken() {
        return "s" + stage.value() + "." + stageAttempt.value() + "-p" + partition.value() + "." + attempt.value();
    }

    @Override
    public String toString() {
        return stage + "." + stageAttempt.value() + ", " + partition + ", " + attempt;
    }
}
