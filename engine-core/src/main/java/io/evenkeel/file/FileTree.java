package io.evenkeel.file;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The removal of a directory with all in it; links are removed, not followed. */
final class FileTree {

    private FileTree() {}

    /** Does nothing if it is not there. */
    static void delete(Path root) throws IOException {
        try {
            Files.walkFileTree(root, new Remover());
        } catch (NoSuchFileException e) {
            if (Files.exists(root)) {
                throw e;
            }
        }
    }

    private static final class Remover extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
