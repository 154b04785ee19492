package io.evenkeel.file;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.UUID;

/** Where an output may go. */
final class OutputPlace {

    private OutputPlace() {}

    /** The absolute path; of a directory that exists, or a link to one, the real path. */
    static Path resolve(String text) {
        if (text.isBlank()) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "an output needs a path, not an empty text");
        }
        try {
            Path path = text.startsWith("file:/") ? Path.of(URI.create(text.replace(" ", "%20"))) : Path.of(text);
            Path absolute = path.toAbsolutePath().normalize();
            return Files.isDirectory(absolute) ? absolute.toRealPath() : requireNoFile(absolute);
        } catch (InvalidPathException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + text + "' is no path: " + e.getReason(), e);
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + text + "' is no path: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.OUTPUT_NOT_WRITABLE, text + " can't be written: " + FileFailures.reason(e), e);
        }
    }

    private static Path requireNoFile(Path path) {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new EngineException(
                    ErrorCode.OUTPUT_EXISTS,
                    path + " exists and is not a directory; outputs are directories, choose another path");
        }
        return path;
    }

    /** Refuses to replace what the job reads, and directories in which somebody lives. */
    static void requireReplaceable(Path output, Collection<Path> inputs) {
        for (Path input : inputs) {
            if (real(input).startsWith(output)) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the output directory " + output + " holds the input " + input
                                + ", so it can't be overwritten; choose another");
            }
        }
        if (real(Path.of("")).startsWith(output)
                || real(Path.of(System.getProperty("user.home"))).startsWith(output)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the output directory " + output
                            + " holds the working or home directory, so it is not overwritten; choose another");
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }

    /** A new hidden name in the same parent, so that a rename stays in the file system. */
    static Path beside(Path output, String role) {
        String random = UUID.randomUUID().toString().substring(0, 8);
        return output.resolveSibling("." + output.getFileName() + "." + role + "-" + random);
    }
}
