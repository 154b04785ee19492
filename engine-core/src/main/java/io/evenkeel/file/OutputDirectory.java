package io.evenkeel.file;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The directory that a job writes its output to, from before the job to its end. Each partition is a file
 * {@code part-NNNNN}, with an ending that tells its format; {@code _SUCCESS} comes last and says that all are there. A directory that is replaced stays as it
 * is until the job has succeeded: the new one is written beside it and takes its place at the end.
 *
 * <p>Confined to the driver's thread that runs the job. Ends exactly once, with {@link #commit} or {@link #abort}.
 */
public final class OutputDirectory {

    /** Where attempts write, inside the directory. */
    public static final String ATTEMPTS = "_temporary";

    /** The name of the empty file that says that an output is complete. */
    public static final String SUCCESS = "_SUCCESS";

    /** Where the output is in the end. */
    private final Path output;

    /** Where it is written: the output itself, or a directory beside the one it replaces. */
    private final Path working;

    /** What was made on the way, outermost first. */
    private final List<Path> created;

    private OutputDirectory(Path output, Path working, List<Path> created) {
        this.output = output;
        this.working = working;
        this.created = List.copyOf(created);
    }

    /**
     * Makes the directory ready to be written to.
     *
     * @param path where the output goes; parent directories are made
     * @param overwrite whether a directory that is there is replaced
     * @param inputs files that the job reads
     * @throws EngineException {@code OUTPUT_EXISTS}, {@code OUTPUT_NOT_WRITABLE}, or {@code INVALID_ARGUMENT} if the job
     *     reads what it would replace
     */
    public static OutputDirectory prepare(String path, boolean overwrite, Collection<Path> inputs) {
        Path output = OutputPlace.resolve(path);
        boolean replaces = Files.isDirectory(output);
        if (replaces) {
            if (!overwrite) {
                throw new EngineException(
                        ErrorCode.OUTPUT_EXISTS,
                        "the output directory " + output
                                + " exists; remove it, choose another, or ask to overwrite it");
            }
            OutputPlace.requireReplaceable(output, inputs);
        }
        Path working = replaces ? OutputPlace.beside(output, "new") : output;
        List<Path> created = new ArrayList<>();
        try {
            createWithParents(working, created);
            createWithParents(working.resolve(ATTEMPTS), created);
            return new OutputDirectory(output, working, created);
        } catch (IOException e) {
            EngineException failure = notWritable(output, e);
            removeCreated(created, failure);
            throw failure;
        }
    }

    private static void createWithParents(Path directory, List<Path> created) throws IOException {
        Path parent = directory.getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            createWithParents(parent, created);
        }
        Files.createDirectory(directory);
        created.add(directory);
    }

    private static EngineException notWritable(Path output, IOException cause) {
        if (cause instanceof FileAlreadyExistsException there) {
            return new EngineException(
                    ErrorCode.OUTPUT_EXISTS,
                    "the output " + output + " can't be made: " + there.getFile() + " exists"
                            + (Files.isDirectory(Path.of(there.getFile())) ? "" : " and is not a directory"),
                    cause);
        }
        return new EngineException(
                ErrorCode.OUTPUT_NOT_WRITABLE,
                "the output directory " + output + " can't be made: " + FileFailures.reason(cause),
                cause);
    }

    /** Where the tasks write. */
    public Path workingPath() {
        return working;
    }

    /** Where the output is in the end. */
    public Path path() {
        return output;
    }

    /** What each task does with its rows. */
    public <T> PartFileOutput<T> writer(RowFormat<T> format, Compression compression) {
        return new PartFileOutput<>(working, format, compression, OutputFiles.ofThisMachine());
    }

    /**
     * Ends the output well: checks that each partition's file is there as its task left it, marks the directory as
     * complete, and puts it in its place. On failure the caller aborts.
     *
     * @param parts what the tasks answered, one for each partition, in any order
     * @param partitions how many there are; they are numbered from 0
     */
    public void commit(Collection<WrittenPart> parts, int partitions) {
        try {
            requireComplete(parts, partitions);
            FileTree.delete(working.resolve(ATTEMPTS));
            Files.createFile(working.resolve(SUCCESS));
            if (!working.equals(output)) {
                replace();
            }
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.DISK_FAILED,
                    "the output " + output + " can't be completed: " + FileFailures.reason(e),
                    e);
        }
    }

    private void requireComplete(Collection<WrittenPart> parts, int partitions) throws IOException {
        long distinct = parts.stream()
                .map(WrittenPart::partition)
                .filter(partition -> partition.value() < partitions)
                .distinct()
                .count();
        if (parts.size() != partitions || distinct != partitions) {
            throw new EngineException(
                    ErrorCode.INTERNAL,
                    "the output " + output + " has files of " + distinct + " partitions, by " + parts.size()
                            + " tasks, instead of " + partitions);
        }
        for (WrittenPart part : parts) {
            Path file = working.resolve(part.fileName());
            if (!Files.isRegularFile(file) || Files.size(file) != part.bytes()) {
                throw new EngineException(
                        ErrorCode.CORRUPT_DATA,
                        file + " is not the file of " + part.bytes() + " bytes that its task published");
            }
        }
    }

    /** Moves the old directory aside, the new one in its place, and back again if that fails. */
    private void replace() throws IOException {
        Path old = OutputPlace.beside(output, "old");
        Files.move(output, old, StandardCopyOption.ATOMIC_MOVE);
        try {
            Files.move(working, output, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            try {
                Files.move(old, output, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
        try {
            FileTree.delete(old);
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.DISK_FAILED,
                    "the new output stands in " + output + ", but what it replaced could not be removed: remove " + old,
                    e);
        }
    }

    /** Removes all that the job made; a directory it was to replace is as it was. Failures join the cause. */
    public void abort(Throwable cause) {
        try {
            FileTree.delete(working);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        removeCreated(created, cause);
    }

    private static void removeCreated(List<Path> created, Throwable cause) {
        for (int i = created.size() - 1; i >= 0; i--) {
            try {
                Files.deleteIfExists(created.get(i));
            } catch (DirectoryNotEmptyException e) {
                return; // Somebody else uses it by now.
            } catch (IOException e) {
                cause.addSuppressed(e);
                return;
            }
        }
    }
}
