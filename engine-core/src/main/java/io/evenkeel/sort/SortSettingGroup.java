package io.evenkeel.sort;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link SortSettings}. Immutable. */
public final class SortSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Sorting and spilling";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                SortSettings.MERGE_FACTOR,
                SortSettings.PAGE_SIZE,
                SortSettings.BLOCK_SIZE,
                SortSettings.COMPRESS,
                SortSettings.BATCH_SIZE);
    }
}
