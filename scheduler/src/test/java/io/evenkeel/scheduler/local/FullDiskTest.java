package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.DiskFailedException;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
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

    /** Files that take nothing while the disk is full. */
    private static final class SmallDisk implements BlockFiles {

        private final BlockFiles files = new LocalBlockFiles();
        private volatile boolean full = true;

        @Override
        public WritableFile create(Path path) throws IOException {
            return small(path, files.create(path));
        }

        @Override
        public WritableFile resume(Path path, long length) throws IOException {
            return small(path, files.resume(path, length));
        }

        private WritableFile small(Path path, WritableFile file) {
            return new WritableFile() {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    if (full) {
                        throw new DiskFailedException(path, new IOException("No space left on device"));
                    }
                    file.write(bytes, offset, length);
                }

                @Override
                public void append(ReadableFile source, long offset, long length) throws IOException {
                    file.append(source, offset, length);
                }

                @Override
                public long position() {
                    return file.position();
                }

                @Override
                public void close() throws IOException {
                    file.close();
                }
            };
        }

        @Override
        public ReadableFile open(Path path) throws IOException {
            return files.open(path);
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            files.rename(from, to);
        }

        @Override
        public void delete(Path path) throws IOException {
            files.delete(path);
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
        try (TestCluster cluster = TestCluster.of(new InProcessCluster(1, 2, TestCluster.PLENTY), disk, directory)) {
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
