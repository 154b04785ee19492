package io.evenkeel.skew.diagnosis.judge;

/** How far a verdict can be relied on; grows with the number of tasks. */
public enum Confidence {
    LOW("low"),
    MEDIUM("medium"),
    HIGH("high");

    private static final int MEDIUM_TASKS = 8;
    private static final int HIGH_TASKS = 32;

    private final String key;

    Confidence(String key) {
        this.key = key;
    }

    /** From the tasks that were measured; one step lower if others never ended. */
    static Confidence of(int tasks, boolean complete) {
        if (tasks < MEDIUM_TASKS) {
            return LOW;
        }
        if (tasks < HIGH_TASKS) {
            return complete ? MEDIUM : LOW;
        }
        return complete ? HIGH : MEDIUM;
    }

    public String key() {
        return key;
    }
}
