package io.evenkeel.skew.diagnosis.judge;

/** How much of an application's time its findings cost; what {@code --fail-on} compares. */
public enum Severity {
    NONE("none"),
    /** There is a finding. */
    MINOR("minor"),
    /** At least 5 % of the time, and half a second, could be saved. */
    MODERATE("moderate"),
    /** At least 20 % of the time, and a second, could be saved. */
    SEVERE("severe");

    private static final double MODERATE_SHARE = 0.05;
    private static final long MODERATE_MILLIS = 500;
    private static final double SEVERE_SHARE = 0.20;
    private static final long SEVERE_MILLIS = 1_000;

    private final String key;

    Severity(String key) {
        this.key = key;
    }

    static Severity of(boolean finding, long recoverableMillis, long totalMillis) {
        if (!finding) {
            return NONE;
        }
        if (recoverableMillis >= SEVERE_MILLIS && recoverableMillis >= SEVERE_SHARE * totalMillis) {
            return SEVERE;
        }
        if (recoverableMillis >= MODERATE_MILLIS && recoverableMillis >= MODERATE_SHARE * totalMillis) {
            return MODERATE;
        }
        return MINOR;
    }

    public String key() {
        return key;
    }
}
