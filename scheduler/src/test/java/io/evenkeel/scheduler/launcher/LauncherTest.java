package io.evenkeel.scheduler.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.Command;
import io.evenkeel.command.CommandStreams;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.SessionBuilder;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LauncherTest {

    private final RecordingExample example = new RecordingExample("wordcount", out -> out.println("größe 7"));
    private final LauncherHarness launcher = new LauncherHarness().withExample(example);

    @TempDir
    private Path directory;

    @Test
    void argumentsBehindTheProgramAreItsOwnWhateverTheyLookLike() {
        String[] own = {"--help", "", "a b", "*", "--conf", "x", "\"q'", "--", "-c", "@file", "ü", "--driver-memory=9g"
        };
        String[] all = new String[own.length + 4];
        System.arraycopy(new String[] {"submit", "--master", "local[2]", "wordcount"}, 0, all, 0, 4);
        System.arraycopy(own, 0, all, 4, own.length);
        // The first word is not --help here, which the launcher answers for an example.
        all[4] = "-help";
        own[0] = "-help";

        assertThat(launcher.run(all)).isZero();

        assertThat(example.calls()).singleElement().isEqualTo(List.of(own));
        assertThat(launcher.out()).isEqualTo("größe 7" + System.lineSeparator());
        assertThat(launcher.err()).isEmpty();
    }

    @Test
    void settingsReachTheProgramAsSystemProperties() throws IOException {
        Files.writeString(
                directory.resolve("evenkeel-defaults.conf"),
                "spark.shuffle.file.buffer 64k\nspark.default.parallelism 3\nevenkeel.shuffle.manager hash\n");
        Path file = Files.writeString(
                directory.resolve("my.conf"), "spark.default.parallelism=5\nspark.shuffle.manager=sort\n");
        launcher.withConfDirectory(directory);

        int exitCode = launcher.run(
                "example",
                "--master",
                "local[3]",
                "--properties-file",
                file.toString(),
                "-c",
                "spark.default.parallelism=7",
                "wordcount");

        assertThat(exitCode).isZero();
        assertThat(launcher.properties())
                .containsEntry("evenkeel.master", "local[3]")
                .containsEntry("evenkeel.app.name", "wordcount")
                .containsEntry("evenkeel.shuffle.file.buffer", "64k")
                .containsEntry("evenkeel.default.parallelism", "7")
                .containsEntry("evenkeel.shuffle.manager", "sort")
                .containsEntry("evenkeel.console", "summary")
                .hasSize(6);
    }

    @Test
    void theCommandOfTheTuningGuideRunsWithOneNotice() {
        int exitCode = launcher.run(
                "submit",
                "--num-executors",
                "4",
                "--executor-memory",
                "1G",
                "--executor-cores",
                "1",
                "--total-executor-cores",
                "4",
                "--deploy-mode",
                "client",
                "--master",
                "local[2]",
                "--conf",
                "spark.default.parallelism=100",
                "--conf",
                "spark.storage.memoryFraction=0.5",
                "--conf",
                "spark.shuffle.memoryFraction=0.3",
                "wordcount");

        assertThat(exitCode).isZero();
        assertThat(launcher.err().lines())
                .singleElement()
                .asString()
                .startsWith("evenkeel: no effect in local[2]: ")
                .contains("--num-executors", "--executor-memory", "--executor-cores", "--total-executor-cores")
                .contains("--deploy-mode");
        assertThat(launcher.properties()).containsEntry("evenkeel.default.parallelism", "100");
    }

    @Test
    void aNoticeSaysThatMemoryWasNotApplied() {
        launcher.withVariable("EVENKEEL_APPLIED_DRIVER_MEMORY", "2g");

        assertThat(launcher.run("submit", "--driver-memory", "2g", "wordcount")).isZero();
        assertThat(launcher.err()).isEmpty();
        assertThat(launcher.run("submit", "--driver-memory", "3g", "wordcount")).isZero();
        assertThat(launcher.err()).contains("not applied").contains("evenkeel.driver.memory=3g");
    }

    @Test
    void unknownFlagsAndCommandsAreNamedWithTheNearest() {
        assertThat(launcher.run("submit", "--mastr", "local[2]", "wordcount")).isEqualTo(2);
        assertThat(launcher.run("submit", "--driver-mem=2g", "wordcount")).isEqualTo(2);
        assertThat(launcher.run("sumbit", "wordcount")).isEqualTo(2);
        assertThat(launcher.run()).isEqualTo(2);
        assertThat(launcher.run("submit")).isEqualTo(2);
        assertThat(launcher.run("submit", "--master")).isEqualTo(2);

        assertThat(launcher.err().lines())
                .hasSize(6)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("unknown flag '--mastr', the nearest known one is '--master'"),
                        line -> assertThat(line).contains("'--driver-mem', the nearest known one is '--driver-memory'"),
                        line -> assertThat(line)
                                .contains("unknown command 'sumbit', the nearest known one is 'submit'"),
                        line -> assertThat(line).contains("command is missing"),
                        line -> assertThat(line).contains("an application jar or the name of an example is missing"),
                        line -> assertThat(line).contains("--master"));
        assertThat(example.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--master yarn",
                "--master local[0]",
                "--deploy-mode cluster",
                "--driver-memory 1.5g",
                "--driver-memory 10m",
                "--num-executors some",
                "--conf spark.shufle.manager=sort",
                "--conf spark.shuffle.manager",
                "--conf =sort",
                "-c spark.app.name=a -c evenkeel.app.name=b",
                "--class x.Y",
                "--properties-file /nowhere/at-all.conf"
            })
    void wrongValuesAreWrongUsage(String flags) {
        String[] arguments = ("submit " + flags + " wordcount").split(" ");

        assertThat(launcher.run(arguments)).isEqualTo(2);

        assertThat(launcher.err().lines()).singleElement().asString().startsWith("evenkeel: ");
        assertThat(launcher.out()).isEmpty();
        assertThat(example.calls()).isEmpty();
    }

    @Test
    void theMessageOfAWrongMasterSaysWhatIsPossible() {
        launcher.run("submit", "--master", "spark://host:7077", "wordcount");

        assertThat(launcher.err()).contains("spark://host:7077", "--master", "local, local[N]");
    }

    @Test
    void theLastOfARepeatedFlagOrKeyCounts() {
        assertThat(launcher.run(
                        "submit",
                        "--name",
                        "a",
                        "--name",
                        "b",
                        "-c",
                        "spark.default.parallelism=1",
                        "-c",
                        "spark.default.parallelism=2",
                        "wordcount"))
                .isZero();

        assertThat(launcher.properties())
                .containsEntry("evenkeel.app.name", "b")
                .containsEntry("evenkeel.default.parallelism", "2");
        assertThat(launcher.err()).isEmpty();
    }

    @Test
    void unknownProgramsAreNotFound() {
        assertThat(launcher.run("submit", "wordcont")).isEqualTo(3);
        assertThat(launcher.run("example", "wordcont")).isEqualTo(3);
        assertThat(launcher.run("submit", "no/such.jar")).isEqualTo(3);

        assertThat(launcher.err()).contains("nearest example is 'wordcount'").contains("no/such.jar");
    }

    @Test
    void helpAndVersionGoToStandardOutput() {
        assertThat(launcher.run("--help")).isZero();
        assertThat(launcher.run("submit", "--help", "wordcount")).isZero();
        assertThat(launcher.run("--version")).isZero();
        assertThat(launcher.run("example", "--list")).isZero();
        assertThat(launcher.run("example", "wordcount", "--help")).isZero();

        assertThat(launcher.out())
                .contains("Exit codes: 0 done")
                .contains("--driver-java-options")
                .contains("evenkeel (unpackaged), Java ")
                .contains("Keeps its arguments.")
                .contains("Usage: evenkeel example wordcount INPUT OUTPUT");
        assertThat(launcher.err()).isEmpty();
        assertThat(example.calls()).isEmpty();
    }

    @Test
    void wrongArgumentsOfAnExampleAreWrongUsage() {
        launcher.withExample(new RecordingExample("strict", out -> {
            throw new UsageException("OUTPUT is missing");
        }));

        assertThat(launcher.run("example", "strict", "in")).isEqualTo(2);

        assertThat(launcher.err())
                .contains("evenkeel: OUTPUT is missing")
                .contains("Usage: evenkeel example strict INPUT OUTPUT");
    }

    @Test
    void aFailedJobSaysWhatTheEngineSaysThenWhereInTheUsersCode() {
        launcher.withExample(new RecordingExample("broken", out -> {
            throw new EngineException(
                    ErrorCode.JOB_FAILED, "stage 1 failed", new IllegalStateException("boom at row 5"));
        }));

        assertThat(launcher.run("example", "broken")).isEqualTo(1);

        assertThat(launcher.err())
                .startsWith("evenkeel: JOB_FAILED: stage 1 failed")
                .contains("caused by java.lang.IllegalStateException: boom at row 5");
    }

    @Test
    void outputThatCantBeWrittenIsAFailure() {
        Surroundings around = launcher.surroundings();
        PrintStream full = new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int octet) throws IOException {
                        throw new IOException("No space left on device");
                    }
                },
                false,
                StandardCharsets.UTF_8);
        Surroundings withFullDisk = new Surroundings(
                around.in(),
                full,
                around.err(),
                around.variables(),
                around.properties(),
                around.catalog(),
                around.examples(),
                around.commands());

        assertThat(new Launcher(withFullDisk).run("example", "wordcount")).isEqualTo(ExitCode.JOB_FAILED.value());
        assertThat(launcher.err()).contains("standard output");
    }

    @Test
    void redactKeysWritesHashesOfHotKeysIntoTheEventLog(@TempDir Path logs, @TempDir Path scratch) throws IOException {
        launcher.withExample(new RecordingExample("orders", out -> {
            SessionBuilder builder = EngineSession.builder().config("evenkeel.local.dirs", scratch.toString());
            launcher.properties().forEach((key, value) -> builder.config(key.toString(), value.toString()));
            try (EngineSession session = builder.build()) {
                session.range(0, 20_000)
                        .keyBy(n -> n % 10 < 7 ? "customer 4711" : "customer " + n)
                        .groupByKey()
                        .count();
            }
        }));
        String[] flags = {
            "submit",
            "--redact-keys",
            "--master",
            "local[2]",
            "-c",
            "evenkeel.eventLog.enabled=true",
            "-c",
            "evenkeel.eventLog.compress=false",
            "-c",
            "evenkeel.eventLog.dir=" + logs,
            "orders"
        };
        assertThat(launcher.run(flags)).as(launcher.err()).isZero();
        String redacted = onlyFile(logs);
        assertThat(redacted).contains("\"Key\":\"sha256:").doesNotContain("4711");

        launcher.properties().clear();
        flags[1] = "--verbose";
        assertThat(launcher.run(flags)).as(launcher.err()).isZero();
        assertThat(onlyFile(logs)).contains("\"Key\":\"customer 4711\"");
    }

    /** The text of the one file of a directory, which is removed. */
    private static String onlyFile(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Path file = files.findFirst().orElseThrow();
            String text = Files.readString(file);
            Files.delete(file);
            return text;
        }
    }

    @Test
    void verboseTellsTheSettingsAndTheirOrigins() {
        assertThat(launcher.run("submit", "--verbose", "-c", "spark.app.name=n", "wordcount", "in"))
                .isZero();

        assertThat(launcher.err()).contains("evenkeel.app.name=n  (--conf)").contains("arguments: [in]");
    }

    @Test
    void configurationIsPrintedWithOrigins() {
        assertThat(launcher.run("config", "-c", "spark.app.name=n")).isZero();
        assertThat(launcher.out())
                .contains("evenkeel.app.name=n  (--conf)")
                .contains("evenkeel.shuffle.manager=auto  (default)");
    }

    @Test
    void oneSettingIsExplained() {
        assertThat(launcher.run("config", "spark.shuffle.manager")).isZero();
        assertThat(launcher.run("config", "spark.shuffle.manger")).isEqualTo(2);
        assertThat(launcher.run("config", "a", "b")).isEqualTo(2);

        assertThat(launcher.out())
                .contains("evenkeel.shuffle.manager=auto  (default)")
                .contains("one of auto, sort, tungsten-sort, hash")
                .contains("Also known as: spark.shuffle.manager");
        assertThat(launcher.err()).contains("nearest known one is 'spark.shuffle.manager'");
    }

    @Test
    void commandsOfOtherModulesGetTheirArgumentsAsTheyAre() {
        Command diagnose = new Command() {
            @Override
            public String name() {
                return "diagnose";
            }

            @Override
            public String summary() {
                return "Looks for skew.";
            }

            @Override
            public int run(List<String> arguments, CommandStreams streams) {
                streams.out().println(arguments + " " + streams.terminal() + " " + streams.columns());
                return 4;
            }
        };
        launcher.withCommand(diagnose);

        assertThat(launcher.run("diagnose", "--help", "-c", "")).isEqualTo(4);
        launcher.withVariable("EVENKEEL_TERMINAL_COLUMNS", "72");
        assertThat(launcher.run("diagnose")).isEqualTo(4);
        launcher.withVariable("NO_COLOR", "1");
        assertThat(launcher.run("diagnose")).isEqualTo(4);
        assertThat(launcher.run("--help")).isZero();
        assertThat(launcher.run("diagnos")).isEqualTo(2);

        assertThat(launcher.out())
                .contains("[--help, -c, ] false 100", "[] true 72", "[] false 72")
                .contains("Looks for skew.");
        assertThat(launcher.err()).contains("nearest known one is 'diagnose'");
    }
}
