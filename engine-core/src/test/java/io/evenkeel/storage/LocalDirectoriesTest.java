package io.evenkeel.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalDirectoriesTest {

    @TempDir
    Path temp;

    @Test
    void spreadsFilesAndGivesTheSameNameTheSamePath() throws IOException {
        List<Path> roots = List.of(root("a"), root("b"), root("c"));
        try (LocalDirectories directories = new LocalDirectories(roots, "driver")) {
            Set<Path> parents = new HashSet<>();
            for (int i = 0; i < 2_000; i++) {
                Path path = directories.fileFor("shuffle-1-" + i + ".data");
                assertThat(directories.fileFor("shuffle-1-" + i + ".data")).isEqualTo(path);
                assertThat(path.getParent()).isDirectory();
                parents.add(path.getParent());
            }
            assertThat(parents).hasSize(3 * 64);
        }
    }

    @Test
    void directoriesAreOpenToTheirOwnerOnly() throws IOException {
        try (LocalDirectories directories = new LocalDirectories(List.of(root("a")), "7")) {
            Path file = directories.fileFor("x");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(directories.paths().get(0))))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void twoExecutorsOfOneProcessDoNotShareOrRemoveAnything() throws IOException {
        Path root = root("a");
        try (LocalDirectories first = new LocalDirectories(List.of(root), "1")) {
            Path file = Files.writeString(first.fileFor("x"), "kept");
            try (LocalDirectories second = new LocalDirectories(List.of(root), "1")) {
                assertThat(second.fileFor("x")).isNotEqualTo(file);
            }
            assertThat(file).hasContent("kept");
        }
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void closeRemovesEverythingAndIsIdempotent() throws IOException {
        Path root = root("a");
        LocalDirectories directories = new LocalDirectories(List.of(root), "1");
        for (int i = 0; i < 50; i++) {
            Files.writeString(directories.fileFor("f" + i), "x");
        }
        directories.close();
        directories.close();
        assertThat(root).isEmptyDirectory();
        assertThatThrownBy(() -> directories.fileFor("late"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void closeToleratesFilesThatComeAndGo() throws Exception {
        Path root = root("a");
        LocalDirectories directories = new LocalDirectories(List.of(root), "1");
        AtomicBoolean stop = new AtomicBoolean();
        AtomicBoolean wrote = new AtomicBoolean();
        Thread other = new Thread(() -> {
            for (int i = 0; !stop.get(); i++) {
                try {
                    Path file = directories.fileFor("f" + i % 10);
                    Files.writeString(file, "x");
                    wrote.set(true);
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    // its directory is going away, which is the point
                    Thread.onSpinWait();
                }
            }
        });
        other.start();
        while (!wrote.get()) {
            Thread.onSpinWait();
        }
        directories.close();
        stop.set(true);
        other.join();
        assertThat(root).isEmptyDirectory();
    }

    /** SPARK-29285: one dead disk of three costs nothing but its files. */
    @Test
    void rootThatBreaksLaterIsPassedOver() throws IOException {
        List<Path> roots = List.of(root("a"), root("b"), root("c"));
        try (LocalDirectories directories = new LocalDirectories(roots, "1")) {
            OwnedDirectory.deleteLogged(directories.paths().get(1));
            Files.writeString(directories.paths().get(1), "a file where a directory was");
            for (int i = 0; i < 100; i++) {
                Path file = directories.fileFor("f" + i);
                assertThat(file.startsWith(directories.paths().get(1))).isFalse();
                Files.writeString(file, "x");
            }
        }
    }

    /** SPARK-29285, SPARK-47518. */
    @Test
    void rootsBrokenFromTheStartArePassedOver() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "x");
        List<Path> roots = List.of(temp.resolve("missing"), file, root("good"), Path.of("/proc/sys"));
        try (LocalDirectories directories = new LocalDirectories(roots, "1")) {
            assertThat(directories.paths()).hasSize(1);
            for (int i = 0; i < 100; i++) {
                Files.writeString(directories.fileFor("f" + i), "x");
            }
        }
        assertThat(temp.resolve("missing")).doesNotExist();
    }

    /** SPARK-47518: no endless search. */
    @Test
    void noWorkingRootIsAnErrorThatNamesEach() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "x");
        assertThatThrownBy(() -> new LocalDirectories(List.of(temp.resolve("missing"), file), "1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("evenkeel.local.dirs")
                .hasMessageContaining("missing")
                .hasMessageContaining(file.toString());
        try (LocalDirectories directories = new LocalDirectories(List.of(root("a")), "1")) {
            OwnedDirectory.deleteLogged(directories.paths().get(0));
            assertThatThrownBy(() -> directories.fileFor("x"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no local directory works for x");
        }
    }

    @Test
    void namesThatLeaveTheDirectoryAreRefused() throws IOException {
        try (LocalDirectories directories = new LocalDirectories(List.of(root("a")), "1")) {
            for (String name : List.of("", "../x", "a/b", "..", ".hidden", "a\\b")) {
                assertThatThrownBy(() -> directories.fileFor(name)).isInstanceOf(IllegalArgumentException.class);
            }
        }
        assertThatThrownBy(() -> new LocalDirectories(List.of(root("b")), "a/b"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** SPARK-24340: what a killed process left goes at the next start. */
    @Test
    void directoryOfADeadProcessIsRemoved() throws Exception {
        Path root = root("a");
        Process dead = new ProcessBuilder("true").start();
        long start = dead.info().startInstant().map(Instant::toEpochMilli).orElse(1L);
        dead.waitFor();
        Path stale = directoryOf(root, dead.pid(), start);
        new LocalDirectories(List.of(root), "1").close();
        assertThat(stale).doesNotExist();
    }

    @Test
    void directoryOfAnotherProcessWithTheSamePidIsRemoved() throws IOException {
        Path root = root("a");
        Path stale = directoryOf(root, ProcessHandle.current().pid(), 1_000_000);
        new LocalDirectories(List.of(root), "1").close();
        assertThat(stale).doesNotExist();
    }

    @Test
    void directoryOfALiveProcessStays() throws Exception {
        Path root = root("a");
        Process live = new ProcessBuilder("sleep", "60").start();
        try {
            long start = live.info().startInstant().orElseThrow().toEpochMilli();
            Path owned = directoryOf(root, live.pid(), start);
            new LocalDirectories(List.of(root), "1").close();
            assertThat(owned.resolve("00").resolve("x")).exists();
        } finally {
            live.destroy();
        }
    }

    /** A process of another container can't be seen, but its lock can. */
    @Test
    void directoryWhoseOwnerFileIsLockedStays() throws Exception {
        Path root = root("a");
        Path owned = directoryOf(root, 4_194_303L * 16, 1_000_000);
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        owned.resolve(OwnedDirectory.OWNER_FILE).toString())
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("locked");
            new LocalDirectories(List.of(root), "1").close();
            assertThat(owned.resolve("00").resolve("x")).exists();
        } finally {
            holder.destroyForcibly().waitFor();
        }
        new LocalDirectories(List.of(root), "1").close();
        assertThat(owned).doesNotExist();
    }

    @Test
    void directoryWithoutOwnerFileGetsAGraceTime() throws IOException {
        Path root = root("a");
        Path made = directoryOf(root, 4_194_303L * 16, 1_000_000);
        Files.delete(made.resolve(OwnedDirectory.OWNER_FILE));
        new LocalDirectories(List.of(root), "1").close();
        assertThat(made).exists();
        Files.setLastModifiedTime(made, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        new LocalDirectories(List.of(root), "1").close();
        assertThat(made).doesNotExist();
    }

    @Test
    void othersFilesInARootStayAlsoBehindLinks() throws IOException {
        Path root = root("a");
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("precious"), "x");
        Path link = Files.createSymbolicLink(root.resolve("evenkeel-1-67108848-1000000-00000000"), elsewhere);
        Path other = Files.createDirectory(root.resolve("evenkeel-something"));
        Path stale = directoryOf(root, 4_194_303L * 16, 1_000_000);
        Files.createSymbolicLink(stale.resolve("link"), elsewhere);
        new LocalDirectories(List.of(root), "1").close();
        assertThat(stale).doesNotExist();
        assertThat(link).exists();
        assertThat(other).exists();
        assertThat(elsewhere.resolve("precious")).exists();
    }

    @Test
    void rootsComeFromTheConfiguration() {
        assertThat(LocalDirectories.roots(Configuration.empty()))
                .containsExactly(Path.of(System.getProperty("java.io.tmpdir")));
        assertThat(LocalDirectories.roots(Configuration.empty().with("evenkeel.local.dirs", "/a, /b ,,/a")))
                .containsExactly(Path.of("/a"), Path.of("/b"));
        assertThat(LocalDirectories.ROOTS.aliases()).containsExactly("spark.local.dir");
    }

    private Path root(String name) throws IOException {
        return Files.createDirectory(temp.resolve(name));
    }

    private static Path directoryOf(Path root, long pid, long startMillis) throws IOException {
        Path directory = Files.createDirectory(root.resolve("evenkeel-1-" + pid + "-" + startMillis + "-0123abcd"));
        Files.writeString(directory.resolve(OwnedDirectory.OWNER_FILE), "pid " + pid);
        Files.createDirectory(directory.resolve("00"));
        Files.writeString(directory.resolve("00").resolve("x"), "data");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(2);
        }
        return directory;
    }
}
