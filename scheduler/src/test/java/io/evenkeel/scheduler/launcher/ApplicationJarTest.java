package io.evenkeel.scheduler.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Application jars as the launcher runs them. The programs answer through system properties of the test's JVM. */
final class ApplicationJarTest {

    private static final String ANSWER = "application.jar.test.answer";

    @TempDir
    private Path directory;

    private final LauncherHarness launcher = new LauncherHarness();

    @BeforeEach
    void forgetTheLastAnswer() {
        System.clearProperty(ANSWER);
    }

    @Test
    void theManifestsMainClassGetsTheArgumentsAndTheContextClassLoader() throws IOException {
        Path jar = program(
                        "app.Main",
                        "answer(String.join(\"|\", args) + (Thread.currentThread().getContextClassLoader() =="
                                + " Main.class.getClassLoader()));")
                .mainClass("app.Main")
                .pack("app.jar");

        assertThat(launcher.run("submit", jar.toString(), "--help", "", "b c")).isZero();

        assertThat(System.getProperty(ANSWER)).isEqualTo("--help||b ctrue");
        assertThat(launcher.properties()).containsEntry("evenkeel.app.name", "app.Main");
        assertThat(Thread.currentThread().getContextClassLoader()).isNotInstanceOf(ApplicationClassLoader.class);
    }

    @Test
    void theFlagNamesAnotherMainClassThatNeedNotBePublic() throws IOException {
        Path jar = program("app.Main", "answer(\"main\");")
                .source(
                        "app.Other",
                        "package app; class Other { public static void main(String[] a) { Main.answer(\"other\"); } }")
                .mainClass("app.Main")
                .pack("app.jar");

        assertThat(launcher.run("submit", "--class", "app.Other", jar.toString()))
                .isZero();

        assertThat(System.getProperty(ANSWER)).isEqualTo("other");
    }

    @Test
    void theProgramSeesItsOwnVersionOfALibraryThatTheEngineUsesToo() throws IOException {
        Path library = new TestJars(directory)
                .source(
                        "picocli.CommandLine",
                        "package picocli; public class CommandLine { public static String version() { return \"own\"; } }")
                .pack("library-1.jar");
        Path jar = new TestJars(directory)
                .source(
                        "app.Main",
                        "package app; public class Main { public static void main(String[] a) throws Exception {"
                                + " Class<?> type = Class.forName(\"picocli.CommandLine\");"
                                + " System.setProperty(\"" + ANSWER
                                + "\", (String) type.getMethod(\"version\").invoke(null)); } }")
                .mainClass("app.Main")
                .pack("app.jar");

        assertThat(launcher.run(
                        "submit", "--jars", directory.resolve("library-*.jar").toString(), jar.toString()))
                .isZero();
        assertThat(System.getProperty(ANSWER)).isEqualTo("own");

        System.clearProperty(ANSWER);
        LauncherHarness withoutLibrary = new LauncherHarness();
        assertThat(withoutLibrary.run("submit", jar.toString()))
                .as("without the library the engine's is not seen")
                .isEqualTo(1);
        assertThat(withoutLibrary.err()).contains("ClassNotFoundException: picocli.CommandLine");
        assertThat(Files.exists(library)).isTrue();
    }

    @Test
    void theEnginesClassesAndLoggingAreShared() throws IOException {
        Path jar = program(
                        "app.Main",
                        "answer(\"\" + (io.evenkeel.error.EngineException.class.getClassLoader()"
                                + " == ClassLoader.getSystemClassLoader())"
                                + " + (org.slf4j.Logger.class.getClassLoader() == ClassLoader.getSystemClassLoader())"
                                + " + java.util.ServiceLoader.load(io.evenkeel.config.SettingGroup.class).findFirst().isPresent()"
                                + " + (Main.class.getResource(\"/picocli/CommandLine.class\") == null));")
                .mainClass("app.Main")
                .pack("app.jar");

        assertThat(launcher.run("submit", jar.toString())).as(launcher.err()).isZero();

        assertThat(System.getProperty(ANSWER)).isEqualTo("truetruetruetrue");
    }

    @Test
    void whatTheProgramThrowsFailsTheJob() throws IOException {
        Path jar = program("app.Main", "throw new IllegalStateException(\"boom\");")
                .mainClass("app.Main")
                .pack("app.jar");

        assertThat(launcher.run("submit", jar.toString())).isEqualTo(1);

        assertThat(launcher.err().lines().limit(2))
                .containsExactly(
                        "evenkeel: the program failed: java.lang.IllegalStateException: boom",
                        "    at app.Main.main(Main.java:1)");
    }

    @Test
    void missingJarsClassesAndMethodsAreNamed() throws IOException {
        Path jar = program("app.Main", "")
                .source("app.Plain", "package app; public class Plain { public void main(String[] a) {} }")
                .pack("app.jar");
        Path broken = Files.writeString(directory.resolve("broken.jar"), "no zip");

        notFound("names no main class: give it with --class", jar.toString());
        notFound("no class app.Mian", "--class", "app.Mian", jar.toString());
        assertThat(launcher.err()).contains("nearest class there is app.Main");
        notFound("has a method main, but not 'public static", "--class", "app.Plain", jar.toString());
        notFound("has no method 'public static void main", "--class", "java.lang.String", jar.toString());
        notFound("can't be read as a jar", broken.toString());
        notFound("no such application jar", directory.resolve("none.jar").toString());
        notFound("no such jar: no/such*.jar", "--jars", "no/such*.jar", "--class", "app.Main", jar.toString());
        notFound("no such jar: nope.jar", "--jars", "nope.jar", "--class", "app.Main", jar.toString());
    }

    @Test
    void listsOfJarsKeepTheirOrder() throws IOException {
        Path b2 = Files.createFile(directory.resolve("b2.jar"));
        Path b1 = Files.createFile(directory.resolve("b1.jar"));
        Path a = Files.createFile(directory.resolve("a [x].jar"));
        Files.createDirectory(directory.resolve("b3.jar"));

        assertThat(JarPaths.expand(b2 + ", " + directory.resolve("b*.jar") + ",," + a))
                .containsExactly(b2, b1, a);
        assertThat(JarPaths.expand("")).isEmpty();
    }

    private void notFound(String message, String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "submit";
        System.arraycopy(arguments, 0, all, 1, arguments.length);

        assertThat(launcher.run(all)).as(message).isEqualTo(3);
        assertThat(launcher.err()).contains(message);
    }

    private TestJars program(String className, String body) {
        return new TestJars(directory)
                .source(
                        className,
                        "package app; public class Main { static void answer(String text) { System.setProperty(\""
                                + ANSWER + "\", text); } public static void main(String[] args) { " + body + " } }");
    }
}
