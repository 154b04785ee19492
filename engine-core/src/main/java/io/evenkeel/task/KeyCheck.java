package io.evenkeel.task;

import io.evenkeel.codec.StructuralEquality;
import org.jspecify.annotations.Nullable;

/** Refuses keys that can't be compared, before they are: looks at one key of each class. Confined to the task's thread. */
final class KeyCheck {

    private @Nullable Class<?> checked;

    /**
     * Looks at a key.
     *
     * @throws io.evenkeel.error.EngineException with {@link io.evenkeel.error.ErrorCode#KEY_WITHOUT_EQUALITY}
     */
    void check(@Nullable Object key) {
        Class<?> type = key == null ? Void.class : key.getClass();
        if (type != checked) {
            StructuralEquality.check(key);
            checked = type;
        }
    }
}
