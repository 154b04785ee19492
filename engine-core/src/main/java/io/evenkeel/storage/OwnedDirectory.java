package io.evenkeel.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of one process under one root. Its name tells which process, and a file in it is locked as long as that
 * process lives, so that others can see whether it is still owned.
 *
 * <p>Thread-safe: immutable but for the closed flag.
 */
final class OwnedDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(OwnedDirectory.class);

    /** The locked file. It is opened by its owner once only: closing any descriptor of it would drop the lock. */
    static final String OWNER_FILE = "owner";

    private static final int DELETE_TRIES = 5;

    private final Path path;
    private final FileChannel owner;
    private final AtomicBoolean closed = new AtomicBoolean();

    private OwnedDirectory(Path path, FileChannel owner) {
        this.path = path;
        this.owner = owner;
    }

    static OwnedDirectory create(Path root, String label) throws IOException {
        if (!Files.isDirectory(root)) {
            throw new NotDirectoryException(root.toString());
        }
        DirectoryName name =
                DirectoryName.ofThisProcess(label, UUID.randomUUID().toString().substring(0, 8));
        Path path = root.toAbsolutePath().resolve(name.text());
        Files.createDirectory(path, ownerOnly(path));
        @Nullable FileChannel channel = null;
        try {
            channel =
                    FileChannel.open(path.resolve(OWNER_FILE), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                throw new IOException("another process holds " + path.resolve(OWNER_FILE));
            }
            ByteBuffer text = ByteBuffer.wrap(
                    ("pid " + name.pid() + ", started " + name.startMillis() + "\n").getBytes(StandardCharsets.UTF_8));
            while (text.hasRemaining()) {
                channel.write(text);
            }
            return new OwnedDirectory(path, channel);
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            deleteLogged(path);
            throw e;
        }
    }

    Path path() {
        return path;
    }

    /** Deletes the directory with all that is in it, then gives up the lock. Idempotent. */
    void close() {
        if (closed.compareAndSet(false, true)) {
            deleteLogged(path);
            try {
                owner.close();
            } catch (IOException e) {
                LOG.warn("Cannot close the owner file of {}", path, e);
            }
        }
    }

    /** Deletes a tree; files that come or go meanwhile are no error, and links are not followed. */
    static void deleteLogged(Path tree) {
        @Nullable IOException problem = null;
        for (int i = 0; i < DELETE_TRIES; i++) {
            try {
                deleteTree(tree);
                return;
            } catch (IOException e) {
                problem = e;
            }
        }
        LOG.warn("Cannot delete all of {}; delete it by hand", tree, problem);
    }

    private static void deleteTree(Path tree) throws IOException {
        if (Files.notExists(tree)) {
            return;
        }
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                if (e != null && !(e instanceof NoSuchFileException)) {
                    throw e;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** The attributes that keep a new directory to its owner, where the file system knows such. */
    static FileAttribute<?>[] ownerOnly(Path path) {
        boolean posix = Objects.requireNonNull(path.getFileSystem())
                .supportedFileAttributeViews()
                .contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }
}
