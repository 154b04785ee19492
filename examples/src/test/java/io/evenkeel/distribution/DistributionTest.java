package io.evenkeel.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.distribution.InstalledDistribution.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts {@code bin/evenkeel} in a distribution, mostly one whose path has spaces. */
final class DistributionTest {

    @TempDir
    private Path directory;

    @Test
    void argumentsAndSettingsArriveFromAnyDirectoryThroughALink() throws Exception {
        InstalledDistribution distribution = withoutArchives();
        Path link = Files.createSymbolicLink(directory.resolve("a link"), distribution.script());
        Path defaults = distribution.home().resolve("conf").resolve("evenkeel-defaults.conf");
        Files.writeString(defaults, "spark.driver.memory 96m\nevenkeel.driver.extraJavaOptions -Dprobe.option=*\n");
        distribution.with("LC_ALL", "C");

        Outcome outcome = InstalledDistribution.await(distribution.start(
                link,
                directory,
                "submit",
                "--master",
                "local[3]",
                "probe",
                "show",
                "",
                "a b",
                "*",
                "$(id)",
                "\"'",
                "ü",
                "--help",
                "--"));
        Files.delete(link);

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.lines())
                .satisfies(lines -> assertThat(Integer.parseInt(lines.get(0).substring("heap ".length())))
                        .isBetween(80, 96))
                .endsWith(
                        "master local[3]",
                        "option *",
                        "[show]",
                        "[]",
                        "[a b]",
                        "[*]",
                        "[$(id)]",
                        "[\"']",
                        "[ü]",
                        "[--help]",
                        "[--]");
    }

    @Test
    void exitCodesSayHowItWent() throws Exception {
        InstalledDistribution distribution = withoutArchives();

        assertThat(distribution.run("example", "probe", "show").exitCode()).isZero();
        Outcome failed = distribution.run("example", "probe", "fail");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.err()).contains("IllegalStateException: as asked");
        assertThat(distribution.run("example", "probe", "misuse").exitCode()).isEqualTo(2);
        assertThat(distribution.run("submit", "none.jar").exitCode()).isEqualTo(3);
    }

    @Test
    @Timeout(120)
    void signalsReachTheProgram() throws Exception {
        InstalledDistribution distribution = withoutArchives();

        assertThat(exitCodeAfter("INT", distribution)).isEqualTo(130);
        assertThat(exitCodeAfter("TERM", distribution)).isEqualTo(143);
    }

    private static int exitCodeAfter(String signal, InstalledDistribution distribution) throws Exception {
        Process process = distribution.start(distribution.script(), distribution.home(), "example", "probe", "wait");
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("waiting");
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void firstRunsSideBySideMakeOneArchiveThatLaterRunsUse() throws Exception {
        // A JVM takes classes from an archive only where their path needs no escape in a URL.
        InstalledDistribution distribution = InstalledDistribution.install(directory.resolve("evenkeel"));
        Path archives = distribution.home().resolve("archives");
        List<Process> first = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            first.add(distribution.start(distribution.script(), directory, "example", "probe", "show"));
        }
        for (Process process : first) {
            Outcome outcome = InstalledDistribution.await(process);
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.exitCode()).isZero();
            assertThat(outcome.lines()).contains("[show]");
        }
        assertThat(InstalledDistribution.files(archives, ""))
                .singleElement()
                .asString()
                .endsWith(".jsa");

        Path log = directory.resolve("classes.log");
        Outcome later =
                distribution.run("submit", "--driver-java-options", "-Xlog:class+load:file=" + log, "probe", "show");
        assertThat(later.exitCode()).isZero();
        assertThat(Files.readString(log)).contains("Launcher source: shared objects file (top)");
    }

    /** JDK-8306460: what waits for the compiler of the run that makes it is never compiled in a run that uses it. */
    @Test
    void nothingIsCompiledWhileTheArchiveIsMade() throws Exception {
        Path java = Path.of(System.getProperty("java.home"));
        Path jdk = Files.createDirectories(directory.resolve("jdk"));
        Path commands = directory.resolve("commands");
        executable(
                Files.createDirectories(jdk.resolve("bin")).resolve("java"),
                "echo \"$*\" >> '" + commands + "'\nexec '"
                        + java.resolve("bin").resolve("java") + "' \"$@\"");
        Files.copy(java.resolve("release"), jdk.resolve("release"));
        InstalledDistribution distribution =
                InstalledDistribution.install(directory.resolve("evenkeel")).with("JAVA_HOME", jdk.toString());

        assertThat(distribution.run("example", "probe", "show").exitCode()).isZero();

        List<String> lines = Files.readAllLines(commands);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("-XX:ArchiveClassesAtExit=").contains(" -Xint ");
        assertThat(lines.get(1)).contains("-XX:SharedArchiveFile=").doesNotContain("-Xint");
    }

    @Test
    void anArchiveThatCantLieBesideTheJarsLiesInTheCache() throws Exception {
        Path cache = directory.resolve("cache");
        InstalledDistribution distribution = withoutArchives().with("XDG_CACHE_HOME", cache.toString());

        assertThat(distribution.run("example", "probe", "show").exitCode()).isZero();

        assertThat(InstalledDistribution.files(cache.resolve("evenkeel"), ".jsa"))
                .hasSize(1);
    }

    @Test
    void anOldJavaIsRefused() throws Exception {
        Path jdk = Files.createDirectories(directory.resolve("old jdk"));
        executable(Files.createDirectories(jdk.resolve("bin")).resolve("java"), "exit 9");
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"11.0.2\"\n");
        InstalledDistribution distribution = withoutArchives().with("JAVA_HOME", jdk.toString());

        Outcome outcome = distribution.run("--version");
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.err()).contains("Java 11.0.2 is too old");

        Files.delete(jdk.resolve("release"));
        executable(jdk.resolve("bin").resolve("java"), "echo 'openjdk version \"1.8.0_302\" 2021' >&2");
        assertThat(distribution.run("--version").err()).contains("Java 1.8.0_302 is too old");

        distribution.with("JAVA_HOME", directory.resolve("none").toString());
        assertThat(distribution.run("--version").err()).contains("no bin/java in JAVA_HOME");
    }

    @Test
    void aCheckoutIsBuiltOnceAndAgainWhenSourcesChange() throws Exception {
        InstalledDistribution distribution = withoutArchives();
        Path home = distribution.home();
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Path source = Files.createDirectories(home.resolve("engine-core/src/main/java"))
                .resolve("A.java");
        Files.writeString(source, "");
        Path jars = Files.move(home.resolve("lib"), directory.resolve("jars"));
        Path tools = Files.createDirectories(directory.resolve("tools"));
        Path builds = directory.resolve("builds");
        // Stands for Maven: takes a while, puts the jars where the build puts them, and is newer than every source.
        executable(
                tools.resolve("mvn"),
                "echo \"$*\" >>'" + builds + "'; sleep 1; mkdir -p examples/target/dist/lib;" + " cp -P '" + jars
                        + "'/* examples/target/dist/lib/; touch examples/target/dist/lib/evenkeel-examples-*; : >examples/target/dist/archives");
        distribution.with("PATH", tools + ":" + System.getenv("PATH"));

        Process one = distribution.start(distribution.script(), directory, "example", "probe", "show");
        Process other = distribution.start(distribution.script(), directory, "example", "probe", "show");
        Outcome first = InstalledDistribution.await(one);
        Outcome second = InstalledDistribution.await(other);
        assertThat(List.of(first.exitCode(), second.exitCode()))
                .as(first.err() + second.err())
                .containsOnly(0);
        assertThat(first.err() + second.err()).containsOnlyOnce("evenkeel: building");
        assertThat(Files.readAllLines(builds)).singleElement().asString().contains("-Pquick", "package");

        assertThat(distribution.run("example", "probe", "show").err()).isEmpty();

        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(distribution.run("example", "probe", "show").err()).contains("evenkeel: building");
        assertThat(Files.readAllLines(builds)).hasSize(2);
        assertThat(Files.exists(home.resolve("target/build.lock"))).isFalse();
    }

    @Test
    void aBuildThatFailsIsReported() throws Exception {
        InstalledDistribution distribution = withoutArchives();
        Files.writeString(distribution.home().resolve("pom.xml"), "<project/>");
        Files.move(distribution.home().resolve("lib"), directory.resolve("jars"));
        Path tools = Files.createDirectories(directory.resolve("tools"));
        executable(tools.resolve("mvn"), "echo 'no such plugin'; exit 1");
        distribution.with("PATH", tools + ":" + System.getenv("PATH"));

        Outcome outcome = distribution.run("example", "probe", "show");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("no such plugin").contains("the build failed");
    }

    /** A distribution that can make no archive of classes: saves the time it takes where it does not matter. */
    private InstalledDistribution withoutArchives() throws IOException {
        InstalledDistribution distribution = InstalledDistribution.install(directory.resolve("my own $HOME/evenkeel"));
        Files.writeString(distribution.home().resolve("archives"), "in the way");
        Path alsoInTheWay = Files.writeString(directory.resolve("no cache"), "in the way");
        return distribution.with("XDG_CACHE_HOME", alsoInTheWay.toString());
    }

    private static void executable(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
