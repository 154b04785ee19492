package io.evenkeel.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that locks the file it is given, says so, and holds the lock until it is killed or its input ends. */
final class LockHolder {

    private LockHolder() {}

    public static void main(String[] arguments) throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            System.out.println(lock.isValid() ? "locked" : "not locked");
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
