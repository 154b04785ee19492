package io.evenkeel.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files of the machine's own file systems. Thread-safe: holds no state. */
public final class LocalBlockFiles implements BlockFiles {

    private static final FileAttribute<?>[] OWNER_ONLY =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];

    @Override
    public WritableFile create(Path path) throws IOException {
        return new ChannelWriter(
                path,
                FileChannel.open(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY),
                0);
    }

    @Override
    public WritableFile resume(Path path, long length) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        try {
            long size = channel.size();
            if (size < length) {
                throw new EOFException(path + " has " + size + " bytes, expected " + length + " at least");
            }
            if (size > length) {
                channel.truncate(length);
            }
            channel.position(length);
            return new ChannelWriter(path, channel, length);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public ReadableFile open(Path path) throws IOException {
        return new ChannelReader(path, FileChannel.open(path, StandardOpenOption.READ));
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }
}
