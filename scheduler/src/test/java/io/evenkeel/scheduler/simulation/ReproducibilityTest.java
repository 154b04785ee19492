package io.evenkeel.scheduler.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One seed gives one history, whatever JVM it runs in: no order of a hash table gets into a decision. */
final class ReproducibilityTest {

    private static final int SEEDS = 60;

    @Test
    void twoJvmsDecideTheSame(@TempDir Path directory) throws Exception {
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        Process one = start(first, directory.resolve("first.log"));
        Process other = start(second, directory.resolve("second.log"));
        await(one, directory.resolve("first.log"));
        await(other, directory.resolve("second.log"));
        List<String> hashes = Files.readAllLines(first);
        assertThat(hashes).hasSize(SEEDS).doesNotHaveDuplicates();
        assertThat(Files.readAllLines(second)).isEqualTo(hashes);
    }

    private static Process start(Path file, Path log) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        TraceHashes.class.getName(),
                        file.toString(),
                        Integer.toString(SEEDS))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log.toFile()))
                .start();
    }

    private static void await(Process process, Path log) throws Exception {
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended ? process.exitValue() : -1).as(Files.readString(log)).isZero();
    }
}
