package io.evenkeel.event;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link ConsoleSettings}. Immutable. */
public final class ConsoleSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Console";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(ConsoleSettings.CONSOLE);
    }
}
