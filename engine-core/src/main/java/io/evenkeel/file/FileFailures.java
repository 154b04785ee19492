package io.evenkeel.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What a failed file operation means, in words: the JDK puts some of it into the type only. */
public final class FileFailures {

    private FileFailures() {}

    /** The reason, without the path. */
    public static String reason(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "it exists already";
        }
        if (failure instanceof FileSystemException named && named.getReason() != null) {
            return named.getReason();
        }
        return String.valueOf(failure.getMessage());
    }
}
