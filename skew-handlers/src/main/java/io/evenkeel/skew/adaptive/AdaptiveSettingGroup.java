package io.evenkeel.skew.adaptive;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link AdaptiveSettings}. Immutable. */
public final class AdaptiveSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Adaptive rules";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                AdaptiveSettings.ENABLED,
                AdaptiveSettings.COALESCE,
                AdaptiveSettings.ADVISORY_SIZE,
                AdaptiveSettings.SPLIT,
                AdaptiveSettings.FACTOR,
                AdaptiveSettings.MIN_SIZE,
                AdaptiveSettings.MIN_RECORDS,
                AdaptiveSettings.MAX_PARTS,
                AdaptiveSettings.MAX_REPLICATION,
                AdaptiveSettings.GRID,
                AdaptiveSettings.BY_KEY,
                AdaptiveSettings.BY_KEY_MAX_REPLICATION,
                AdaptiveSettings.SORT,
                AdaptiveSettings.TWO_STAGE,
                AdaptiveSettings.TWO_STAGE_MIN_SHARE,
                AdaptiveSettings.BROADCAST,
                AdaptiveSettings.BROADCAST_MAX_SIZE,
                AdaptiveSettings.LARGEST_FIRST);
    }
}
