package io.evenkeel.scheduler.simulation;

import java.util.function.LongFunction;

/** Runs one seed, for callers that share no classes with it but those of the JDK. Immutable. */
public final class SeedRun implements LongFunction<String> {

    /** Returns what went wrong, or an empty text. */
    @Override
    public String apply(long seed) {
        try {
            new Simulation(seed, new Tally()).run();
            return "";
        } catch (Violation | IllegalStateException e) {
            return e.toString();
        }
    }
}
