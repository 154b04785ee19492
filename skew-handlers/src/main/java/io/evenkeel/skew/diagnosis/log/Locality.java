package io.evenkeel.skew.diagnosis.log;

/** How near a task ran to its data, nearest first. */
public enum Locality {
    PROCESS_LOCAL,
    NODE_LOCAL,
    NO_PREF,
    RACK_LOCAL,
    ANY,
    UNKNOWN;

    static Locality of(String name) {
        for (Locality locality : values()) {
            if (locality.name().equals(name)) {
                return locality;
            }
        }
        return UNKNOWN;
    }
}
