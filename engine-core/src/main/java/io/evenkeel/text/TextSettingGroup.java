package io.evenkeel.text;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link TextSettings}. Immutable. */
public final class TextSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Text";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                TextSettings.MALFORMED,
                TextSettings.MAX_LINE_LENGTH,
                TextSettings.MIN_SPLIT_SIZE,
                TextSettings.MAX_SPLIT_SIZE);
    }
}
