package io.evenkeel.plan.adapt;

import io.evenkeel.sketch.KeySample;
import java.io.Serializable;
import java.util.List;

/**
 * Which rows of its shares a task takes, by their keys. Immutable.
 *
 * @param keys keys that each side of a join which is cut is known to have
 * @param only whether rows of these keys are taken, and no others; else all others
 */
public record KeyChoice(List<KeySample.Whole> keys, boolean only) implements Serializable {

    /** Copies the keys. */
    public KeyChoice {
        keys = List.copyOf(keys);
    }
}
