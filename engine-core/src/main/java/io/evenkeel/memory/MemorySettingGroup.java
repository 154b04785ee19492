package io.evenkeel.memory;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link MemorySettings}. Immutable. */
public final class MemorySettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Memory";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                MemorySettings.FRACTION,
                MemorySettings.STORAGE_FRACTION,
                MemorySettings.USE_LEGACY_MODE,
                MemorySettings.STORAGE_MEMORY_FRACTION,
                MemorySettings.SHUFFLE_MEMORY_FRACTION,
                MemorySettings.OFF_HEAP_ENABLED,
                MemorySettings.OFF_HEAP_SIZE,
                MemorySettings.FAIL_ON_LEAK);
    }
}
