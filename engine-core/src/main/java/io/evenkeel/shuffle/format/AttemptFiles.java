package io.evenkeel.shuffle.format;

import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every file that one attempt creates or has open, so that an attempt that fails at any point leaves neither a file nor a
 * descriptor behind.
 *
 * <p>Confined to the attempt's thread.
 */
public final class AttemptFiles {

    private final BlockFiles files;
    private final Set<Path> created = new LinkedHashSet<>();
    private final Set<Closeable> open = Collections.newSetFromMap(new IdentityHashMap<>());

    public AttemptFiles(BlockFiles files) {
        this.files = files;
    }

    /** Creates a file; it is deleted by {@link #discard} unless {@link #release released}. */
    public WritableFile create(Path path) throws IOException {
        created.add(path);
        try {
            WritableFile file = files.create(path);
            open.add(file);
            return file;
        } catch (FileAlreadyExistsException e) {
            created.remove(path); // somebody else's
            throw e;
        }
    }

    public ReadableFile open(Path path) throws IOException {
        ReadableFile file = files.open(path);
        open.add(file);
        return file;
    }

    /** Closes a file opened here. */
    public void close(Closeable file) throws IOException {
        file.close();
        open.remove(file);
    }

    public void rename(Path from, Path to) throws IOException {
        created.add(to);
        files.rename(from, to);
        created.remove(from);
    }

    public void delete(Path path) throws IOException {
        files.delete(path);
        created.remove(path);
    }

    /** The file is the shuffle's from now on: it stays. */
    public void release(Path path) {
        created.remove(path);
    }

    /**
     * Closes everything open and deletes everything not released, the latest first. Failures become suppressed exceptions
     * of the cause; what could not be deleted is tried once more. Idempotent.
     *
     * @return the failures, those added to the cause too
     */
    public List<Exception> discard(@Nullable Throwable cause) {
        List<Exception> failures = new ArrayList<>();
        for (Closeable file : List.copyOf(open)) {
            attempt(() -> close(file), failures);
        }
        List<Path> latestFirst = new ArrayList<>(created);
        Collections.reverse(latestFirst);
        for (Path path : latestFirst) {
            attempt(() -> delete(path), failures);
        }
        for (Path path : List.copyOf(created)) {
            attempt(() -> delete(path), failures);
        }
        open.clear();
        if (cause != null) {
            failures.stream().filter(failure -> failure != cause).forEach(cause::addSuppressed);
        }
        return failures;
    }

    private static void attempt(Step step, List<Exception> failures) {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            failures.add(e);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }
}
