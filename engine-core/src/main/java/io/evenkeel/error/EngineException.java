package io.evenkeel.error;

import org.jspecify.annotations.Nullable;

/**
 * A failure the engine knows: a code for tools, and a message for people that names the value, the place and the way
 * out.
 */
public class EngineException extends RuntimeException {

    private final ErrorCode code;

    public EngineException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public EngineException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public final ErrorCode code() {
        return code;
    }

    public final ErrorKind kind() {
        return code.kind();
    }
}
