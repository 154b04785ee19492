package io.evenkeel.shuffle;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link ShuffleSettings}. Immutable. */
public final class ShuffleSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Shuffle";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                ShuffleSettings.MANAGER,
                ShuffleSettings.BYPASS_MERGE_THRESHOLD,
                ShuffleSettings.CONSOLIDATE_FILES,
                ShuffleSettings.FILE_BUFFER,
                RawQuota.COMPRESS,
                RawQuota.ABOVE,
                ShuffleSettings.COMPRESSION,
                ShuffleSettings.CHUNK_SIZE,
                ShuffleSettings.MAX_SIZE_IN_FLIGHT,
                ShuffleSettings.MAX_RETRIES,
                ShuffleSettings.RETRY_WAIT);
    }
}
