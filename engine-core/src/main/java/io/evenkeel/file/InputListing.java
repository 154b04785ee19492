package io.evenkeel.file;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The files that an input names, in order: a file, a directory, a pattern, or several of these with commas between
 * them. A name that exists as it stands is taken as it stands, whatever characters it has. Confined to one call.
 */
public final class InputListing {

    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:/.*");

    /** What is packed in a way that is not known here, by the end of its name; reading it as it is would give wrong rows. */
    private static final Set<String> UNREADABLE_COMPRESSION = Set.of("xz", "lzo", "snappy", "zip", "7z", "lzma");

    private final List<FilePiece> files = new ArrayList<>();

    private InputListing() {}

    /**
     * Lists an input.
     *
     * @throws EngineException with {@link ErrorCode#INPUT_NOT_FOUND} or {@link ErrorCode#INPUT_UNREADABLE}, naming the
     *     path
     */
    public static List<FilePiece> list(String input) {
        if (input.isBlank()) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "an input needs a path, not an empty text");
        }
        InputListing listing = new InputListing();
        if (!exists(input)) {
            List<String> elements = PathPattern.splitList(input);
            for (String element : elements) {
                listing.add(elements.size() > 1 ? element.strip() : element, input);
            }
        } else {
            listing.add(input, input);
        }
        return List.copyOf(listing.files);
    }

    private void add(String element, String input) {
        try {
            if (element.isEmpty()) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT, "an empty path between the commas of '" + input + "'");
            }
            if (exists(element) || !PathPattern.hasWildcards(element)) {
                addNamed(path(element), element);
                return;
            }
            Collection<Path> matches = new PathPattern(withoutFileScheme(element)).matches();
            if (matches.isEmpty()) {
                throw notFound("nothing matches", element);
            }
            for (Path match : matches) {
                addNamed(match, element);
            }
        } catch (IllegalArgumentException e) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, "'" + element + "' is no path pattern: " + e.getMessage(), e);
        } catch (IOException e) {
            throw unreadable(element, e);
        }
    }

    private void addNamed(Path path, String element) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            throw notFound("no such file or directory:", element);
        } catch (FileSystemException e) {
            if (liesBelowAFile(path)) {
                throw notFound("no such file or directory:", element);
            }
            throw e;
        }
        if (attributes.isDirectory()) {
            addDirectory(path);
        } else {
            addFile(path, attributes);
        }
    }

    /** Some JDKs say of such a path that it does not exist, others that something in it is no directory. */
    private static boolean liesBelowAFile(Path path) {
        for (Path above = path.getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above)) {
                return !Files.isDirectory(above);
            }
        }
        return false;
    }

    private void addDirectory(Path directory) throws IOException {
        TreeSet<Path> entries = new TreeSet<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path entry : stream) {
                Path name = entry.getFileName();
                if (name != null && !PathPattern.isHidden(name.toString())) {
                    entries.add(entry);
                }
            }
        }
        if (entries.isEmpty()) {
            throw notFound("no files in the directory", directory.toString());
        }
        for (Path entry : entries) {
            BasicFileAttributes attributes;
            try {
                attributes = Files.readAttributes(entry, BasicFileAttributes.class);
            } catch (IOException e) {
                throw unreadable(entry.toString(), e);
            }
            if (attributes.isDirectory()) {
                throw new EngineException(
                        ErrorCode.INPUT_UNREADABLE,
                        entry + " is a directory inside the input " + directory
                                + "; directories are not searched, name its files with " + directory + "/*/*");
            }
            addFile(entry, attributes);
        }
    }

    private void addFile(Path file, BasicFileAttributes attributes) {
        if (!attributes.isRegularFile()) {
            throw new EngineException(
                    ErrorCode.INPUT_UNREADABLE,
                    file + " is neither a file nor a directory; input is read more than once, so write it to a file");
        }
        if (!Files.isReadable(file)) {
            throw new EngineException(ErrorCode.INPUT_UNREADABLE, file + " can't be read: permission denied");
        }
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        String ending = name.substring(name.lastIndexOf('.') + 1);
        if (UNREADABLE_COMPRESSION.contains(ending)) {
            throw new EngineException(
                    ErrorCode.INPUT_UNREADABLE,
                    file + " is compressed as ." + ending
                            + ", which can't be read; unpack it or compress it as .gz, .bz2, .zst or .lz4");
        }
        files.add(FilePiece.whole(file, attributes));
    }

    private static boolean exists(String text) {
        try {
            return Files.exists(path(text));
        } catch (EngineException e) {
            return false;
        }
    }

    private static Path path(String text) {
        try {
            if (text.startsWith("file:/")) {
                return Path.of(URI.create(text.replace(" ", "%20")));
            }
            if (SCHEME.matcher(text).matches()) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT, text + ": only files of this machine can be read");
            }
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + text + "' is no path: " + e.getReason(), e);
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + text + "' is no path: " + e.getMessage(), e);
        }
    }

    private static String withoutFileScheme(String text) {
        return text.startsWith("file:/") ? text.replaceFirst("file:/+", "/") : text;
    }

    private static EngineException notFound(String what, String path) {
        return new EngineException(
                ErrorCode.INPUT_NOT_FOUND,
                what + " " + path + " (working directory " + Path.of("").toAbsolutePath() + ")");
    }

    private static EngineException unreadable(String path, IOException cause) {
        return new EngineException(
                ErrorCode.INPUT_UNREADABLE, path + " can't be read: " + FileFailures.reason(cause), cause);
    }
}
