package io.evenkeel.scheduler.local;

import io.evenkeel.shuffle.ShuffleSettings;

/** Every operation with the sort writer, array and map structure, and nothing else. */
final class SortManagerOperationsTest extends OperationsTest {

    @Override
    String[] settings() {
        return new String[] {
            ShuffleSettings.MANAGER.key(), "sort", ShuffleSettings.BYPASS_MERGE_THRESHOLD.key(), "0",
        };
    }
}
