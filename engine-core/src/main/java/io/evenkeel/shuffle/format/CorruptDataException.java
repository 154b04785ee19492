package io.evenkeel.shuffle.format;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** A shuffle file whose bytes are not those that were written. */
public final class CorruptDataException extends EngineException {

    public CorruptDataException(String message) {
        this(message, null);
    }

    public CorruptDataException(String message, @Nullable Throwable cause) {
        super(ErrorCode.CORRUPT_DATA, message, cause);
    }
}
