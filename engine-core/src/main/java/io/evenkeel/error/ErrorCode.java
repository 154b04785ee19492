package io.evenkeel.error;

/** What went wrong, stable across versions: tools match on the code, people read the message. */
public enum ErrorCode {
    INVALID_ARGUMENT(ErrorKind.USER),
    INVALID_CONFIGURATION(ErrorKind.USER),
    FUNCTION_NOT_SERIALIZABLE(ErrorKind.USER),
    KEY_WITHOUT_EQUALITY(ErrorKind.USER),
    VALUE_NOT_SERIALIZABLE(ErrorKind.USER),
    INPUT_NOT_FOUND(ErrorKind.USER),
    INPUT_UNREADABLE(ErrorKind.USER),
    MALFORMED_INPUT(ErrorKind.USER),
    OUTPUT_EXISTS(ErrorKind.USER),
    OUTPUT_NOT_WRITABLE(ErrorKind.USER),
    APPLICATION_NOT_FOUND(ErrorKind.USER),
    SESSION_CLOSED(ErrorKind.USER),
    RESULT_TOO_LARGE(ErrorKind.USER),
    JOB_FAILED(ErrorKind.USER),
    JOB_CANCELLED(ErrorKind.USER),
    TASK_CANCELLED(ErrorKind.USER),
    COMMIT_DENIED(ErrorKind.USER),
    OUT_OF_MEMORY(ErrorKind.RESOURCE),
    DISK_FAILED(ErrorKind.RESOURCE),
    DATABASE_FAILED(ErrorKind.RESOURCE),
    EXECUTOR_LOST(ErrorKind.RESOURCE),
    SHUFFLE_OUTPUT_LOST(ErrorKind.LOST_DATA),
    CORRUPT_DATA(ErrorKind.LOST_DATA),
    INTERNAL(ErrorKind.INTERNAL);

    private final ErrorKind kind;

    ErrorCode(ErrorKind kind) {
        this.kind = kind;
    }

    public ErrorKind kind() {
        return kind;
    }
}
