package io.evenkeel.codec;

import io.evenkeel.config.Setting;
import io.evenkeel.config.SettingGroup;
import java.util.List;

/** Lists {@link CodecSettings}. Immutable. */
public final class CodecSettingGroup implements SettingGroup {

    @Override
    public String name() {
        return "Serialisation";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                CodecSettings.SERIALIZER,
                CodecSettings.KRYO_REGISTRATION_REQUIRED,
                CodecSettings.KRYO_CLASSES_TO_REGISTER);
    }
}
