package io.evenkeel.scheduler.launcher;

import org.jspecify.annotations.Nullable;

/** A program can't be started; says why and what the launcher ends with. */
final class LaunchException extends RuntimeException {

    private final ExitCode exitCode;

    LaunchException(ExitCode exitCode, String message) {
        this(exitCode, message, null);
    }

    LaunchException(ExitCode exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    ExitCode exitCode() {
        return exitCode;
    }
}
