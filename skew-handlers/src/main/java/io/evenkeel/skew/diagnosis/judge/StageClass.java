package io.evenkeel.skew.diagnosis.judge;

/** What is wrong with a stage, if anything. */
public enum StageClass {
    /** Some tasks have far more bytes or records than the others. */
    DATA_SKEW("data-skew", "data skew"),
    /** Some tasks take far longer over no more data. */
    STRAGGLER("straggler", "straggler"),
    /** Cores stand idle because the stage has too few tasks. */
    TOO_FEW_TASKS("too-few-tasks", "too few tasks"),
    /** Starting tasks costs more than their work. */
    TOO_MANY_TASKS("too-many-tasks", "too many tasks"),
    /** Tasks write what doesn't fit their memory to disk. */
    SPILL("spill", "spill"),
    /** Most partitions are empty and the others small: ratios say nothing. */
    EMPTY_PARTITIONS("empty-partition-artefact", "empty-partition artefact"),
    NONE("none", "none");

    private final String key;
    private final String label;

    StageClass(String key, String label) {
        this.key = key;
        this.label = label;
    }

    /** Its name in JSON. */
    public String key() {
        return key;
    }

    /** Its name for people. */
    public String label() {
        return label;
    }
}
