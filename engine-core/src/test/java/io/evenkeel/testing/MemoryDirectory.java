package io.evenkeel.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A directory in memory where the system has a file system for that with room enough, and on disk elsewhere: for tests that
 * make very many small files and whose subject is not the disk. A disk takes a millisecond to create a file while it still
 * remembers as many deleted ones.
 */
public final class MemoryDirectory implements TempDirFactory {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long ENOUGH = 1 << 30;

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        String prefix = "junit-";
        return Files.isWritable(SHARED_MEMORY)
                        && Files.getFileStore(SHARED_MEMORY).getUsableSpace() >= ENOUGH
                ? Files.createTempDirectory(SHARED_MEMORY, prefix)
                : Files.createTempDirectory(prefix);
    }
}
