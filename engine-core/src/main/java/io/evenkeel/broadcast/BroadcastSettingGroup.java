package io.evenkeel.broadcast;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link BroadcastSettings}. Immutable. */
public final class BroadcastSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Broadcast";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(BroadcastSettings.BLOCK_SIZE, BroadcastSettings.COMPRESS, BroadcastSettings.MAX_SIZE);
    }
}
