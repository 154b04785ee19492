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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every file that one attempt creates, appends to or has open, so that an attempt that fails at any point leaves neither a
 * file, nor bytes in one, nor a descriptor behind.
 *
 * <p>Confined to the attempt's thread.
 */
public final class AttemptFiles {

    /** How often removing is tried; what is gone is not tried again. */
    private static final int REMOVALS = 3;

    private final BlockFiles files;
    private final Set<Path> created = new LinkedHashSet<>();
    private final Map<Path, Long> resumed = new LinkedHashMap<>();
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

    /**
     * Opens a file to append after its first {@code length} bytes. One that this attempt did not create is cut back to
     * where it first resumed it by {@link #discard}, unless it is {@link #release released}.
     */
    public WritableFile resume(Path path, long length) throws IOException {
        if (!created.contains(path)) {
            resumed.putIfAbsent(path, length);
        }
        WritableFile file = files.resume(path, length);
        open.add(file);
        return file;
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

    /** The file, as it is, is the shuffle's from now on: it stays. */
    public void release(Path path) {
        created.remove(path);
        resumed.remove(path);
    }

    /**
     * Closes everything open, deletes everything created and not released, the latest first, and cuts off what was
     * appended. Failures become suppressed exceptions of the cause; what could not be done is tried twice more. An
     * interrupt waits until then. Idempotent.
     *
     * @return the failures, those added to the cause too
     */
    public List<Exception> discard(@Nullable Throwable cause) {
        List<Exception> failures = new ArrayList<>();
        boolean interrupted = Thread.interrupted(); // an interrupted thread can't use a channel
        for (Closeable file : List.copyOf(open)) {
            attempt(() -> close(file), failures);
        }
        for (int i = 0; i < REMOVALS; i++) {
            remove(failures);
        }
        open.clear();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (cause != null) {
            failures.stream().filter(failure -> failure != cause).forEach(cause::addSuppressed);
        }
        return failures;
    }

    private void remove(List<Exception> failures) {
        List<Path> latestFirst = new ArrayList<>(created);
        Collections.reverse(latestFirst);
        for (Path path : latestFirst) {
            attempt(() -> delete(path), failures);
        }
        for (Map.Entry<Path, Long> file : List.copyOf(resumed.entrySet())) {
            attempt(() -> cut(file.getKey(), file.getValue()), failures);
        }
    }

    private void cut(Path path, long length) throws IOException {
        files.resume(path, length).close();
        resumed.remove(path);
    }

    /** Whether something that this attempt wrote is still there, after it was discarded. */
    public boolean isLeft() {
        return !created.isEmpty() || !resumed.isEmpty();
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
