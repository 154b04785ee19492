package io.evenkeel.storage;

import java.io.IOException;

/** The failure that a test asked for. */
public final class InjectedFault extends IOException {

    public InjectedFault(String message) {
        super(message);
    }
}
