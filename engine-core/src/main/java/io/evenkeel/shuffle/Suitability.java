package io.evenkeel.shuffle;

/** Whether a writer can serve an exchange, and why: the reason is shown by {@code explain()} and in events. Immutable. */
public record Suitability(boolean suitable, String reason) {

    public static Suitability yes(String reason) {
        return new Suitability(true, reason);
    }

    public static Suitability no(String reason) {
        return new Suitability(false, reason);
    }
}
