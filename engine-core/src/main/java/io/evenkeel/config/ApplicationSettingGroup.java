package io.evenkeel.config;

import java.util.List;

/** Lists {@link ApplicationSettings}. Immutable. */
public final class ApplicationSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Application";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(ApplicationSettings.MASTER, ApplicationSettings.NAME, ApplicationSettings.DEFAULT_PARALLELISM);
    }
}
