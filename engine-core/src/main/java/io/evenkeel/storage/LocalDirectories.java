package io.evenkeel.storage;

import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The directories that an executor's files lie in: one of its own under each root, open to its owner only, with hashed
 * subdirectories so that none gets crowded. A root that is broken is passed over while another works.
 *
 * <p>What processes left behind that died is removed when the directories are made; everything of this executor is
 * removed when they are closed.
 *
 * <p>Thread-safe: nothing changes after construction but the closed flag; files may be asked for while another thread
 * closes, and then either get a path or an {@link IOException}.
 */
public final class LocalDirectories implements AutoCloseable {

    /** Where executors put their files. */
    public static final Setting<String> ROOTS = Setting.text(
                    "evenkeel.local.dirs",
                    "",
                    "comma-separated list of directories",
                    "Directories for shuffle, spill and cached data, best one for each disk. They must exist. Without a "
                            + "value it is the directory for temporary files (java.io.tmpdir).")
            .withAliases("spark.local.dir");

    private static final int SUBDIRECTORIES = 64;

    private final List<OwnedDirectory> directories;
    private volatile boolean closed;

    /**
     * Makes this executor's own directory under every root that works, and removes those of dead processes.
     *
     * @param roots directories that exist
     * @param label part of the names, such as {@code driver} or an executor's number; letters, digits and dots
     * @throws IOException if no root works; names each with its problem
     */
    public LocalDirectories(List<Path> roots, String label) throws IOException {
        if (roots.isEmpty()) {
            throw new IllegalArgumentException("no directories given: " + ROOTS.key() + " is empty");
        }
        List<OwnedDirectory> made = new ArrayList<>();
        List<IOException> problems = new ArrayList<>();
        for (Path root : roots) {
            try {
                StaleDirectories.removeUnder(root);
                made.add(OwnedDirectory.create(root, label));
            } catch (IOException e) {
                problems.add(e);
            }
        }
        if (made.isEmpty()) {
            throw noneWorks(ROOTS.key() + ": none of the directories can be used: " + roots, problems);
        }
        directories = List.copyOf(made);
    }

    /** The roots that a configuration names. */
    public static List<Path> roots(Configuration configuration) {
        String text = configuration.get(ROOTS);
        List<String> names = Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        if (names.isEmpty()) {
            return List.of(Path.of(System.getProperty("java.io.tmpdir")));
        }
        return names.stream().distinct().map(Path::of).toList();
    }

    /**
     * A path for a new file with this name, in a directory that exists and can be written. The same name gives the same
     * path as long as its directory works. Each root is tried once.
     *
     * @param name without separators; what belongs to an attempt carries its token
     * @throws IOException if no directory works any more, or they are closed
     */
    public Path fileFor(String name) throws IOException {
        if (name.isEmpty() || name.startsWith(".") || name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
            throw new IllegalArgumentException("not a plain file name: '" + name + "'");
        }
        if (closed) {
            throw new IOException("the local directories are closed; no file for " + name);
        }
        int hash = spread(name.hashCode());
        int first = hash % directories.size();
        String subdirectory = String.format("%02x", hash / directories.size() % SUBDIRECTORIES);
        List<IOException> problems = new ArrayList<>();
        for (int i = 0; i < directories.size(); i++) {
            Path parent =
                    directories.get((first + i) % directories.size()).path().resolve(subdirectory);
            try {
                makeWritable(parent);
                return parent.resolve(name);
            } catch (IOException | InvalidPathException e) {
                problems.add(e instanceof IOException io ? io : new IOException("not a file name here: " + name, e));
            }
        }
        throw noneWorks("no local directory works for " + name + "; see " + ROOTS.key(), problems);
    }

    /** Where the files are, one path for each root that worked at the start. */
    public List<Path> paths() {
        return directories.stream().map(OwnedDirectory::path).toList();
    }

    /** Removes everything. What can't be removed is logged. Idempotent. */
    @Override
    public void close() {
        closed = true;
        directories.forEach(OwnedDirectory::close);
    }

    private static void makeWritable(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            try {
                Files.createDirectory(directory, OwnedDirectory.ownerOnly(directory));
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(directory)) {
                    throw e;
                }
            }
        }
        if (!Files.isWritable(directory)) {
            throw new IOException("cannot write to " + directory);
        }
    }

    private static IOException noneWorks(String message, List<IOException> problems) {
        StringBuilder text = new StringBuilder(message);
        problems.forEach(problem -> text.append("; ").append(problem));
        IOException all = new IOException(text.toString());
        problems.forEach(all::addSuppressed);
        return all;
    }

    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B1;
        return (mixed ^ mixed >>> 15) & Integer.MAX_VALUE;
    }
}
