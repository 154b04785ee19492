package io.evenkeel.storage;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists the settings of files on local disks. Immutable. */
public final class StorageSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Storage";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(LocalDirectories.ROOTS);
    }
}
