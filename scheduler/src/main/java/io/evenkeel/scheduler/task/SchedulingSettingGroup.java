package io.evenkeel.scheduler.task;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link SchedulingSettings}. Immutable. */
public final class SchedulingSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Scheduling";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                SchedulingSettings.MAX_TASK_FAILURES,
                SchedulingSettings.MAX_CONSECUTIVE_STAGE_ATTEMPTS,
                SchedulingSettings.SPECULATION,
                SchedulingSettings.SPECULATION_MULTIPLIER,
                SchedulingSettings.SPECULATION_QUANTILE,
                SchedulingSettings.MAX_RESULT_SIZE);
    }
}
