package io.evenkeel.file;

import java.io.IOException;

/** A packed file that is not whole: it was read well, and what it holds is wrong. */
public final class DamagedFileException extends IOException {

    DamagedFileException(String message) {
        super(message);
    }

    DamagedFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
