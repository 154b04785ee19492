package io.evenkeel.scheduler.launcher;

/** What the launcher's process ends with. An interrupted one ends with 130 or 143, which the JVM sees to. */
enum ExitCode {
    DONE(0),
    JOB_FAILED(1),
    WRONG_USAGE(2),
    PROGRAM_NOT_FOUND(3);

    private final int value;

    ExitCode(int value) {
        this.value = value;
    }

    int value() {
        return value;
    }
}
