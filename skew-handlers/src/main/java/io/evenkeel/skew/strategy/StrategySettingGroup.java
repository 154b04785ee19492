package io.evenkeel.skew.strategy;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link StrategySettings}. Immutable. */
public final class StrategySettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Skew";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(StrategySettings.BROADCAST_THRESHOLD);
    }
}
