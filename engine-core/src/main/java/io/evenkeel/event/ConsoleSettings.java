package io.evenkeel.event;

import io.evenkeel.config.Setting;

/** What is told on standard error while jobs run. */
public final class ConsoleSettings {

    /** How much is told. */
    public enum Level {
        NONE,
        SUMMARY,
        PROGRESS
    }

    public static final Setting<Level> CONSOLE = Setting.choice(
            "evenkeel.console",
            Level.NONE,
            "What is told on standard error: nothing, one line at the end of the session, or also a progress bar, which "
                    + "needs a terminal. The launcher sets it by where standard error goes.");

    private ConsoleSettings() {}
}
