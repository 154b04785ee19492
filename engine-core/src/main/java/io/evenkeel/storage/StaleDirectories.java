package io.evenkeel.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds and removes the directories of processes that died. One goes only when its process can't be seen running
 * <em>and</em> nobody holds the lock on its owner file: the lock also speaks for processes of other containers.
 */
final class StaleDirectories {

    private static final Logger LOG = LoggerFactory.getLogger(StaleDirectories.class);

    /** A directory without an owner file may just be in the making. */
    private static final Duration GRACE = Duration.ofHours(1);

    private StaleDirectories() {}

    /** Removes the stale ones of a root. What can't be judged or removed stays. */
    static void removeUnder(Path root) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root, "evenkeel-*")) {
            for (Path entry : entries) {
                Optional<DirectoryName> name = DirectoryName.parse(String.valueOf(entry.getFileName()));
                if (name.isPresent()
                        && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                        && !name.get().ownerIsSeen()
                        && isAbandoned(entry)) {
                    LOG.info("Removing {}, left behind by a process that is gone", entry);
                    OwnedDirectory.deleteLogged(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static boolean isAbandoned(Path directory) {
        try (FileChannel owner =
                        FileChannel.open(directory.resolve(OwnedDirectory.OWNER_FILE), StandardOpenOption.WRITE);
                FileLock lock = owner.tryLock()) {
            return lock != null;
        } catch (NoSuchFileException e) {
            return olderThanGrace(directory);
        } catch (IOException | OverlappingFileLockException e) {
            LOG.debug("Cannot tell whether {} is owned", directory, e);
            return false;
        }
    }

    private static boolean olderThanGrace(Path directory) {
        try {
            return Files.getLastModifiedTime(directory)
                    .toInstant()
                    .isBefore(Instant.now().minus(GRACE));
        } catch (IOException e) {
            LOG.debug("Cannot tell how old {} is", directory, e);
            return false;
        }
    }
}
