package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task for which the heap is too small. */
class HeapShortageTest {

    @Test
    void theErrorSaysWhatToDo(@TempDir Path directory) {
        try (TestCluster cluster = TestCluster.of(1, 1, directory)) {
            EngineException failure = catchThrowableOfType(
                    EngineException.class,
                    () -> cluster.session()
                            .range(0, 1)
                            .map(row -> new long[Integer.MAX_VALUE - 8].length)
                            .collect());
            assertThat(failure.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
            assertThat(failure)
                    .hasMessageContaining("--driver-memory")
                    .hasMessageContaining("record at hand: 0")
                    .hasRootCauseInstanceOf(OutOfMemoryError.class);
            assertThat(cluster.session().range(0, 5).count()).isEqualTo(5);
        }
    }
}
