package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.ApplicationSettings;
import io.evenkeel.config.Setting;
import io.evenkeel.event.log.EventLogSettings;

/** A flag that is another name of a setting. */
enum SettingFlag {
    MASTER("--master", "MASTER", ApplicationSettings.MASTER, "local, local[N] or local[*] (the default)."),
    NAME("--name", "NAME", ApplicationSettings.NAME, "Name of the program in reports and messages."),
    JARS(
            "--jars",
            "PATHS",
            LauncherSettings.JARS,
            "Jars for the program's class path, separated by commas; globs are fine."),
    DRIVER_MEMORY("--driver-memory", "SIZE", LauncherSettings.DRIVER_MEMORY, "Heap of the program's JVM (1g)."),
    DRIVER_JAVA_OPTIONS(
            "--driver-java-options",
            "OPTIONS",
            LauncherSettings.DRIVER_JAVA_OPTIONS,
            "More options of the program's JVM, separated by white space."),
    NUM_EXECUTORS("--num-executors", "N", LauncherSettings.EXECUTOR_INSTANCES, "Accepted; no effect in local[N]."),
    EXECUTOR_MEMORY("--executor-memory", "SIZE", LauncherSettings.EXECUTOR_MEMORY, "Accepted; no effect in local[N]."),
    EXECUTOR_CORES("--executor-cores", "N", LauncherSettings.EXECUTOR_CORES, "Accepted; no effect in local[N]."),
    TOTAL_EXECUTOR_CORES("--total-executor-cores", "N", LauncherSettings.CORES_MAX, "Accepted; no effect in local[N]."),
    DEPLOY_MODE("--deploy-mode", "MODE", LauncherSettings.DEPLOY_MODE, "Only client, which has no effect in local[N]."),
    REDACT_KEYS(
            "--redact-keys",
            "",
            EventLogSettings.REDACT_KEYS,
            "Write hashes in place of hot keys, if an event log is written.");

    private final String flag;
    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // a setting is immutable, though its parser can't be proved to be
    private final Setting<?> setting;

    private final String description;

    SettingFlag(String flag, String label, Setting<?> setting, String description) {
        this.flag = flag;
        this.label = label;
        this.setting = setting;
        this.description = description;
    }

    String flag() {
        return flag;
    }

    /** What the value is called in the help text; empty for a switch. */
    String label() {
        return label;
    }

    /** Whether it takes no value: being there sets it to true. */
    boolean isSwitch() {
        return label.isEmpty();
    }

    Setting<?> setting() {
        return setting;
    }

    String description() {
        return description;
    }
}
