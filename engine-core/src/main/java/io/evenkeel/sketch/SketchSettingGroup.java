package io.evenkeel.sketch;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link SketchSettings}. Immutable. */
public final class SketchSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Hot keys";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(SketchSettings.KEYS, SketchSettings.MIN_RECORDS, SketchSettings.MIN_SHARE);
    }
}
