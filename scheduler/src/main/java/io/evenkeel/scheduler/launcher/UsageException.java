package io.evenkeel.scheduler.launcher;

/** A program was called with wrong arguments; the message says which and what is right. Ends with exit code 2. */
public final class UsageException extends RuntimeException {

    public UsageException(String message) {
        super(message);
    }
}
