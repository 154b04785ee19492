package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link LauncherSettings}. Immutable. */
public final class LauncherSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Launcher";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                LauncherSettings.DRIVER_MEMORY,
                LauncherSettings.DRIVER_JAVA_OPTIONS,
                LauncherSettings.JARS,
                LauncherSettings.DEPLOY_MODE,
                LauncherSettings.EXECUTOR_INSTANCES,
                LauncherSettings.EXECUTOR_MEMORY,
                LauncherSettings.EXECUTOR_CORES,
                LauncherSettings.CORES_MAX);
    }
}
