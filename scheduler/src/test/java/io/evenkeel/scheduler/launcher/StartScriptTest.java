package io.evenkeel.scheduler.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ResolvedConfiguration;
import io.evenkeel.error.EngineException;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Holds {@code bin/evenkeel}, which reads memory settings before Java starts, to what the launcher reads. */
final class StartScriptTest {

    private static final String MAIN_CLASS = "io.evenkeel.scheduler.launcher.Launcher";
    private static final int RANDOM_COMMANDS = 150;

    @TempDir
    private Path directory;

    /** What the script would run. */
    private record JavaCommand(List<String> jvmOptions, List<String> arguments) {

        Optional<String> heap() {
            return jvmOptions.stream()
                    .filter(option -> option.startsWith("-Xmx"))
                    .reduce((one, other) -> other);
        }
    }

    private static Stream<List<String>> commandLines() {
        return Stream.of(
                List.of("submit", "--driver-memory", "2g", "app.jar"),
                List.of("submit", "--driver-memory=2g", "app.jar"),
                List.of("submit", "app.jar", "--driver-memory", "2g"),
                List.of("submit", "--driver-memory", "2g", "--driver-memory", "3g", "app.jar"),
                List.of("submit", "-c", "spark.driver.memory=2g", "app.jar"),
                List.of("submit", "-c=spark.driver.memory=2g", "app.jar"),
                List.of("submit", "--conf=evenkeel.driver.memory=2g", "app.jar"),
                List.of("submit", "--conf", "spark.driver.memory=2g", "--driver-memory", "3g", "app.jar"),
                List.of("submit", "--driver-memory", "3g", "--conf", "spark.driver.memory=2g", "app.jar"),
                List.of("submit", "--conf", "spark.driver.memory=2g", "--conf", "spark.driver.memory=4g", "app.jar"),
                List.of("submit", "--name", "--driver-memory", "--driver-memory", "2g", "app.jar"),
                List.of("submit", "--name", "submit", "--driver-memory", "2g", "app.jar"),
                List.of("submit", "--verbose", "--driver-memory", "2g", "app.jar"),
                List.of("submit", "--redact-keys", "--driver-memory", "2g", "app.jar"),
                List.of("submit", "--", "--driver-memory", "2g"),
                List.of("submit", "--driver-memory", "2g", "--", "app.jar", "--driver-memory", "3g"),
                List.of("submit", "", "--driver-memory", "2g"),
                List.of("submit", "--driver-memory", "app.jar"),
                List.of("submit", "--driver-memory"),
                List.of("submit", "--driver-memory", "", "app.jar"),
                List.of("submit", "--driver-memory=", "app.jar"),
                List.of("example", "--driver-memory", "2g", "wordcount", "in put", "*", "$(x)", "`x`", "\"", "'"),
                List.of("example", "wordcount", "--driver-memory", "2g"),
                List.of("config", "--driver-memory", "2g"),
                List.of("--driver-memory", "2g", "submit", "app.jar"),
                List.of("submit", "--driver-java-options", "-Da=1  -Db=*\t-Dc=$HOME", "app.jar"),
                List.of("submit", "--driver-java-options=-XX:+UseG1GC -Xss2m", "app.jar"),
                List.of("submit", "-c", "spark.driver.extraJavaOptions=-Da=b=c", "app.jar"),
                List.of("submit", "--driver-java-options", "", "app.jar"),
                List.of("submit", "--driver-java-options", "--add-opens java.base/java.nio=ALL-UNNAMED", "app.jar"));
    }

    private static Stream<String> sizes() {
        return Stream.of(
                "1g",
                "1G",
                "1gb",
                "1 GB",
                " 512m ",
                "512",
                "0512m",
                "65536k",
                "67108864",
                "67108864b",
                "67108864B",
                "1t",
                "16t",
                "17t",
                "63m",
                "64m",
                "0",
                "1.5g",
                "-1g",
                "g",
                "b",
                "",
                " ",
                "2gg",
                "2 g b",
                "99999999999999999999g",
                "999999999999999m",
                "9223372036854775807b",
                "2\tg",
                "١g",
                "0x10g",
                "1e3m",
                "16777216m",
                "16777217m");
    }

    private static Stream<String> propertyFiles() {
        return Stream.of(
                "spark.driver.memory=2g\n",
                "spark.driver.memory 2g\n",
                "spark.driver.memory:2g\n",
                "  spark.driver.memory \t = \t 2g  \n",
                "spark.driver.memory=2g",
                "spark.driver.memory=2g\r\nspark.app.name=x\r\n",
                "spark.driver.memory=2g\nspark.driver.memory=3g\n",
                "# spark.driver.memory=2g\n! spark.driver.memory=2g\n  # spark.driver.memory=3g\n",
                "spark.app.name=a\\\nspark.driver.memory=2g\n",
                "spark.app.name=a\\\\\nspark.driver.memory=2g\n",
                "# comment \\\nspark.driver.memory=2g\n",
                "spark.driver.memory=\\\n   2g\n",
                "spark.driver.mem\\\n   ory=2g\n",
                "spark.driver.memory\\\n  \n",
                "spark.driver.memory = = 2g\n",
                "spark.driver.memory==2g\n",
                "spark.driver.memory\n",
                "spark.driver.memory=2g\\",
                "\n\n \t\nevenkeel.driver.memory=2g\n\n",
                "evenkeel.driver.extraJavaOptions=-Da=b -Dc=*\nspark.driver.memory=300m\n",
                "spark.driver.extraJavaOptions   -Da=b:c   -Dd\n",
                "spark.driver.memory\f2g\n",
                "=spark.driver.memory=2g\n",
                "");
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void readsCommandLinesAsTheLauncherDoes(List<String> arguments) throws Exception {
        agrees(arguments);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void readsSizesAsTheLauncherDoes(String size) throws Exception {
        agrees(List.of("submit", "--driver-memory", size, "app.jar"));
    }

    @ParameterizedTest
    @MethodSource("propertyFiles")
    void readsFilesAsTheLauncherDoes(String text) throws Exception {
        Path file = Files.writeString(directory.resolve("my own.conf"), text);
        agrees(List.of("submit", "--properties-file", file.toString(), "app.jar"));
        agrees(List.of("submit", "--properties-file=" + file, "--driver-memory", "5g", "app.jar"));

        Files.move(file, directory.resolve("evenkeel-defaults.conf"));
        agrees(List.of("submit", "app.jar"));
        agrees(List.of("submit", "-c", "spark.driver.memory=5g", "app.jar"));
        Path above = Files.writeString(directory.resolve("above.conf"), "evenkeel.driver.memory=700m\n");
        agrees(List.of("submit", "--properties-file", above.toString(), "app.jar"));
    }

    @Test
    void knowsWhichFlagsTakeAValue() throws Exception {
        for (String command : List.of(CommandGrammar.SUBMIT, CommandGrammar.EXAMPLE)) {
            CommandLine grammar = Objects.requireNonNull(
                    CommandGrammar.create(List.of()).getSubcommands().get(command));
            for (OptionSpec option : grammar.getCommandSpec().options()) {
                for (String name : option.names()) {
                    // The word behind the flag is its value, or else the program, whose arguments follow.
                    List<String> arguments = List.of(command, name, "", "--driver-memory", "3g", "y");
                    boolean reads = script(arguments).heap().equals(Optional.of("-Xmx3145728k"));
                    assertThat(reads)
                            .as("the value of %s %s", command, name)
                            .isEqualTo(option.arity().max() == 1);
                }
            }
        }
    }

    @Test
    void agreesOnRandomCommandLines() {
        List<String> words = List.of(
                "--driver-memory",
                "--driver-memory=300m",
                "--conf",
                "-c",
                "--conf=spark.driver.memory=400m",
                "spark.driver.memory=500m",
                "evenkeel.driver.memory=600m",
                "--name",
                "--master",
                "local[2]",
                "--verbose",
                "--jars",
                "700m",
                "800m",
                "--",
                "-",
                "app.jar",
                "--class",
                "--properties-file",
                "file.conf",
                "",
                "a b",
                "--driver-java-options",
                "-Dx=y",
                "--help",
                "--list",
                "-c=spark.app.name=n",
                "--unknown",
                "-x",
                "--jars=x");
        Seeds.each("StartScriptTest#agreesOnRandomCommandLines", RANDOM_COMMANDS, seed -> {
            Random random = new Random(seed);
            List<String> arguments = new ArrayList<>();
            arguments.add(random.nextBoolean() ? "submit" : "example");
            int count = random.nextInt(9);
            for (int i = 0; i < count; i++) {
                arguments.add(words.get(random.nextInt(words.size())));
            }
            agrees(arguments);
        });
    }

    @Test
    void refusesJavaOptionsThatWouldNotStartTheLauncher() throws Exception {
        for (String options : List.of(
                "-Xmx2g",
                "-XX:MaxHeapSize=1g",
                "-cp x",
                "-jar x.jar",
                "Main",
                "-Da='b c'",
                "-Da=\"b\"",
                "@file",
                "-Da Main")) {
            Process process = start(List.of("submit", "--driver-java-options", options, "app.jar"), Map.of());
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).as(options).isEqualTo(2);
            assertThat(err).as(options).startsWith("evenkeel: ").contains("--driver-java-options");
        }
    }

    @Test
    void aUsersCollectorReplacesTheDefaultOne() throws Exception {
        assertThat(script(List.of("submit", "--driver-java-options", "-XX:+UseSerialGC", "a"))
                        .jvmOptions())
                .contains("-XX:+UseSerialGC")
                .doesNotContain("-XX:+UseParallelGC");
        assertThat(script(List.of("submit", "--driver-java-options", "-XX:+UseNUMA -XX:MaxGCPauseMillis=5", "a"))
                        .jvmOptions())
                .contains("-XX:+UseParallelGC");
    }

    @Test
    void theYoungGenerationOfALargeHeapIsBounded() throws Exception {
        String bound = "-XX:MaxNewSize=256m";
        assertThat(script(List.of("submit", "a")).jvmOptions()).contains(bound);
        assertThat(script(List.of("submit", "--driver-memory", "64m", "a")).jvmOptions())
                .doesNotContain(bound);
        for (String own : List.of("-Xmn1g", "-XX:NewSize=1g", "-XX:MaxNewSize=1g", "-XX:NewRatio=1", "-XX:+UseG1GC")) {
            assertThat(script(List.of("submit", "--driver-java-options", own, "a"))
                            .jvmOptions())
                    .contains(own)
                    .doesNotContain(bound);
        }
    }

    @Test
    void submitHasAScriptOfItsOwn() throws Exception {
        Path link = Files.createSymbolicLink(
                directory.resolve("a link"), scriptPath().resolveSibling("evenkeel-submit"));
        Process process = start(List.of(link.toString()), List.of("--driver-memory", "2g", "a b"), Map.of());

        assertThat(read(process)).contains("-Xmx2097152k").endsWith("submit", "--driver-memory", "2g", "a b");
    }

    /** Runs the script and the launcher's own parser and compares; where the launcher refuses, the rest is free. */
    private void agrees(List<String> arguments) throws IOException, InterruptedException {
        JavaCommand command = script(arguments);
        assertThat(command.arguments()).isEqualTo(arguments);

        Optional<ResolvedConfiguration> resolved = launcher(arguments);
        if (resolved.isEmpty()) {
            return;
        }
        long bytes = resolved.get()
                .configuration()
                .get(LauncherSettings.DRIVER_MEMORY)
                .bytes();
        assertThat(command.heap()).as("heap of %s", arguments).contains("-Xmx" + bytes / 1024 + "k");
        String options = resolved.get().configuration().get(LauncherSettings.DRIVER_JAVA_OPTIONS);
        List<String> words = Arrays.stream(options.split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
        List<String> before = command.jvmOptions()
                .subList(0, command.jvmOptions().indexOf(command.heap().orElseThrow()));
        assertThat(before.subList(before.size() - words.size(), before.size()))
                .as("options of %s", arguments)
                .isEqualTo(words);
    }

    /** What the launcher reads; empty if it refuses. */
    private Optional<ResolvedConfiguration> launcher(List<String> arguments) {
        try {
            CommandLine.ParseResult parsed =
                    CommandGrammar.create(List.of()).parseArgs(arguments.toArray(String[]::new));
            if (!parsed.hasSubcommand()
                    || parsed.subcommand().commandSpec().name().equals(CommandGrammar.CONFIG)) {
                return Optional.empty();
            }
            Surroundings surroundings =
                    new LauncherHarness().withConfDirectory(directory).surroundings();
            return Optional.of(RunRequest.of(parsed.subcommand()).resolve(surroundings));
        } catch (CommandLine.ParameterException | LaunchException | EngineException e) {
            return Optional.empty();
        }
    }

    private JavaCommand script(List<String> arguments) throws IOException, InterruptedException {
        List<String> lines = read(start(arguments, Map.of("EVENKEEL_CONF_DIR", directory.toString())));
        int mainClass = lines.indexOf(MAIN_CLASS);
        return new JavaCommand(lines.subList(1, mainClass), lines.subList(mainClass + 1, lines.size()));
    }

    private static List<String> read(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(err).isZero();
        assertThat(err).isEmpty();
        return Arrays.asList(out.substring(0, out.length() - 1).split("\n", -1));
    }

    private Process start(List<String> arguments, Map<String, String> variables) throws IOException {
        return start(List.of(scriptPath().toString()), arguments, variables);
    }

    private Process start(List<String> program, List<String> arguments, Map<String, String> variables)
            throws IOException {
        List<String> command = new ArrayList<>(program);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().put("EVENKEEL_PRINT_COMMAND", "1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("EVENKEEL_CONF_DIR");
        builder.environment().putAll(variables);
        return builder.start();
    }

    private static Path scriptPath() {
        return Path.of(System.getProperty("evenkeel.root"), "bin", "evenkeel");
    }
}
