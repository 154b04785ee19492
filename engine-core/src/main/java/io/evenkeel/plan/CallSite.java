package io.evenkeel.plan;

import java.io.Serializable;

/**
 * Where in the user's program an operator was called. Immutable.
 *
 * @param operation the operator, such as {@code reduceByKey}
 * @param place file and line, such as {@code WordCount.java:20}
 */
public record CallSite(String operation, String place) implements Serializable {

    @Override
    public String toString() {
        return operation + " at " + place;
    }
}
