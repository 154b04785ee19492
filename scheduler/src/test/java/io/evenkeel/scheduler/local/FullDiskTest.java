package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.storage.AskingBlockFiles;
import io.evenkeel.storage.DiskFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job whose local disks are full, and then not any more. */
class FullDiskTest {

    @TempDir
    private Path directory;

    /** Takes nothing while it is full. */
    private static final class SmallDisk implements AskingBlockFiles.BeforeWrite {

        private volatile boolean full = true;

        @Override
        public void toWrite(Path path) throws IOException {
            if (full) {
                throw new DiskFailedException(path, new IOException("No space left on device"));
            }
        }
    }

    private List<Path> filesLeft() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("shuffle-"))
                    .toList();
        }
    }

    @Test
    void theErrorNamesTheSettingAndNothingIsLeft() throws IOException {
        SmallDisk disk = new SmallDisk();
        try (TestCluster cluster =
                TestCluster.of(new InProcessCluster(1, 2, TestCluster.PLENTY), new AskingBlockFiles(disk), directory)) {
            KeyedDataset<Long, Long> sums =
                    cluster.session().range(0, 1000).keyBy(n -> n % 10).reduceByKey(Long::sum);
            EngineException failure = catchThrowableOfType(EngineException.class, () -> sums.count());
            assertThat(failure.code()).isEqualTo(ErrorCode.DISK_FAILED);
            assertThat(failure)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining("evenkeel.local.dirs");
            assertThat(filesLeft()).isEmpty();
            disk.full = false;
            assertThat(sums.count()).isEqualTo(10);
        }
    }
}
