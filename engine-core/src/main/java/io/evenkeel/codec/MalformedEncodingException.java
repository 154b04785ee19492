package io.evenkeel.codec;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;

/** Bytes that no codec wrote in this form. */
public final class MalformedEncodingException extends EngineException {

    public MalformedEncodingException(String message) {
        super(ErrorCode.CORRUPT_DATA, message);
    }

    MalformedEncodingException(String message, Throwable cause) {
        super(ErrorCode.CORRUPT_DATA, message, cause);
    }
}
