package io.evenkeel.scheduler.simulation;

/** The scheduler did what it must never do. */
final class Violation extends RuntimeException {

    Violation(String message) {
        super(message);
    }

    static void unless(boolean holds, String message) {
        if (!holds) {
            throw new Violation(message);
        }
    }
}
