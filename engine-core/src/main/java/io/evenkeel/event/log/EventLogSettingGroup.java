package io.evenkeel.event.log;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link EventLogSettings}. Immutable. */
public final class EventLogSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Event log";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                EventLogSettings.ENABLED,
                EventLogSettings.DIRECTORY,
                EventLogSettings.COMPRESS,
                EventLogSettings.CODEC,
                EventLogSettings.ROLLING,
                EventLogSettings.MAX_FILE_SIZE,
                EventLogSettings.REDACTION,
                EventLogSettings.REDACT_KEYS,
                EventLogSettings.QUEUE_CAPACITY);
    }
}
