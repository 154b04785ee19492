package io.evenkeel.plan;

/** What a plan node gives when it is computed a second time. */
public enum Determinism {
    /** The same rows in the same order. */
    DETERMINATE,
    /** The same rows, maybe in another order. */
    UNORDERED,
    /** Maybe other rows: what was computed from them must be computed again from one version of them. */
    INDETERMINATE;

    /** The weaker of the two promises. */
    public Determinism and(Determinism other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
