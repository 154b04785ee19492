package io.evenkeel.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file groups of one executor: sets of data files, one for each reducer of a shuffle, that the map tasks of this
 * shuffle append to one after the other. A task leases a group for itself; so there get as many as tasks write at a time,
 * one for each core slot, however many tasks there are. The files go with the last output in them.
 *
 * <p>Thread-safe: one lock; files are deleted outside of it.
 */
public final class FileGroups {

    private final LocalDirectories directories;
    private final BlockFiles files;

    @GuardedBy("this")
    private final Map<ShuffleId, List<FileGroup>> idle = new HashMap<>();

    @GuardedBy("this")
    private final Map<String, FileGroup> byOutput = new HashMap<>();

    @GuardedBy("this")
    private int next;

    public FileGroups(LocalDirectories directories, BlockFiles files) {
        this.directories = directories;
        this.files = files;
    }

    /** Gives a task a group that nobody else writes to. The task gives it back by {@link Lease#commit} or {@link Lease#abort}. */
    public Lease lease(ShuffleSpec spec) throws IOException {
        int number;
        synchronized (this) {
            List<FileGroup> free = idle.get(spec.shuffle());
            if (free != null && !free.isEmpty()) {
                FileGroup group = free.remove(free.size() - 1);
                group.leased = true;
                return new Lease(group);
            }
            number = next++;
        }
        String stem = "shuffle-" + spec.shuffle().value() + "-group-" + number;
        Path directory = Objects.requireNonNull(directories.fileFor(stem).getParent(), "files lie in a directory");
        return new Lease(new FileGroup(spec, new FileFamily(directory, stem)));
    }

    /**
     * Forgets a committed output, whose index is gone; with the last one its group's files are deleted.
     *
     * @return false if no group has it
     * @throws IOException if a file could not be deleted
     */
    public boolean forget(String indexFile) throws IOException {
        Optional<FileGroup> emptied;
        synchronized (this) {
            FileGroup group = byOutput.remove(indexFile);
            if (group == null) {
                return false;
            }
            group.outputs--;
            emptied = takeOutIfEmpty(group);
        }
        if (emptied.isPresent()) {
            delete(emptied.get());
        }
        return true;
    }

    /** How many groups hold outputs or wait for a task. */
    public synchronized int size() {
        List<FileGroup> all = new ArrayList<>(byOutput.values());
        idle.values().forEach(all::addAll);
        return Math.toIntExact(all.stream().distinct().count());
    }

    private Optional<FileGroup> giveBack(FileGroup group, boolean isClean) {
        synchronized (this) {
            group.leased = false;
            if (isClean) {
                idle.computeIfAbsent(group.spec.shuffle(), shuffle -> new ArrayList<>())
                        .add(group);
            }
            return takeOutIfEmpty(group);
        }
    }

    @GuardedBy("this")
    private Optional<FileGroup> takeOutIfEmpty(FileGroup group) {
        if (group.outputs > 0 || group.leased) {
            return Optional.empty();
        }
        List<FileGroup> free = idle.get(group.spec.shuffle());
        if (free != null) {
            free.remove(group);
            if (free.isEmpty()) {
                idle.remove(group.spec.shuffle());
            }
        }
        return Optional.of(group);
    }

    private void delete(FileGroup group) throws IOException {
        @Nullable IOException problem = null;
        for (int reducer = 0; reducer < group.lengths.length; reducer++) {
            if (group.lengths[reducer] > 0) {
                try {
                    files.delete(group.family.file(reducer));
                } catch (IOException e) {
                    if (problem == null) {
                        problem = e;
                    } else {
                        problem.addSuppressed(e);
                    }
                }
            }
        }
        if (problem != null) {
            throw problem;
        }
    }

    /** One file per reducer. Guarded by the lock, but for the lengths, which are the leasing task's. */
    private static final class FileGroup {

        private final ShuffleSpec spec;
        private final FileFamily family;
        private final long[] lengths;
        private boolean leased = true;
        private int outputs;

        FileGroup(ShuffleSpec spec, FileFamily family) {
            this.spec = spec;
            this.family = family;
            this.lengths = new long[spec.reducers()];
        }
    }

    /** A group in the hands of one task. Confined to the task's thread; ends once. */
    public final class Lease {

        private final FileGroup group;
        private boolean ended;

        private Lease(FileGroup group) {
            this.group = group;
        }

        public FileFamily family() {
            return group.family;
        }

        /** How many bytes of a reducer's file belong to outputs that others committed; 0 if there is no file yet. */
        public long length(int reducer) {
            return group.lengths[reducer];
        }

        /**
         * Gives the group back with a committed output in it.
         *
         * @param indexFile the output's index
         * @param lengths how long each reducer's file is now
         */
        public void commit(String indexFile, long[] lengths) {
            end();
            System.arraycopy(lengths, 0, group.lengths, 0, group.lengths.length);
            synchronized (FileGroups.this) {
                group.outputs++;
                byOutput.put(indexFile, group);
            }
            giveBack(group, true);
        }

        /**
         * Gives the group back without an output.
         *
         * @param isClean whether its files are as long as they were when it was leased: one that has bytes left behind the
         *     outputs is not appended to any more
         * @throws IOException if the group holds nothing, and a file of it could not be deleted
         */
        public void abort(boolean isClean) throws IOException {
            end();
            Optional<FileGroup> emptied = giveBack(group, isClean);
            if (emptied.isPresent()) {
                delete(emptied.get());
            }
        }

        private void end() {
            if (ended) {
                throw new IllegalStateException("the lease of " + group.family.stem() + " has ended");
            }
            ended = true;
        }
    }
}
