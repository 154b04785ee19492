package io.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.scheduler.launcher.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateTextTest {

    @TempDir
    Path directory;

    private Path generate(String name, String... options) {
        Path file = directory.resolve(name);
        PrintStream ignored = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(file.toString());
        new GenerateText().run(arguments, ignored);
        return file;
    }

    @Test
    void theTextHasTheWantedWordsAndSize() throws Exception {
        for (int distinct : new int[] {1, 2, 63, 64, 65, 5000}) {
            Path file = generate("text" + distinct, "--bytes", "200k", "--distinct", "" + distinct);
            assertThat(Files.size(file)).isBetween(200L * 1024 - 100, 200L * 1024 + 100);
            Map<String, Long> counts = Files.readAllLines(file).stream()
                    .flatMap(line -> Words.split(line).stream())
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
            assertThat(counts).hasSize(distinct);
            if (distinct == 5000) {
                assertThat(counts.get("ba")).isGreaterThan(1000);
                assertThat(counts.values().stream().filter(count -> count < 20)).hasSizeGreaterThan(distinct / 3);
            }
            assertThat(Files.readAllLines(file))
                    .allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
        }
    }

    @Test
    void theSeedIsTheText() throws Exception {
        Path first = generate("a", "--bytes=50k", "--distinct=1000", "--seed=7");
        assertThat(generate("b", "--bytes=50k", "--distinct=1000", "--seed=7")).hasSameBinaryContentAs(first);
        assertThat(generate("c", "--bytes=50k", "--distinct=1000", "--seed=8"))
                .content()
                .isNotEqualTo(Files.readString(first));
    }

    @Test
    void wordsThatTakeAllTheRoomStillFit() throws Exception {
        Path file = generate("tight", "--bytes", "" + 64 * 3, "--distinct", "64");
        assertThat(Words.split(Files.readString(file))).hasSize(64).doesNotHaveDuplicates();
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThatThrownBy(() -> generate("x", "--bytes", "1k", "--distinct", "1000"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("1000 distinct words need up to 5000 bytes, more than 1024");
        assertThatThrownBy(() -> generate("x", "--bytes", "many")).hasMessageContaining("--bytes: not a size");
        assertThatThrownBy(() -> new GenerateText().run(List.of(), System.out)).hasMessageContaining("one file");
        assertThat(directory.resolve("x")).doesNotExist();
        generate("there", "--bytes", "1k", "--distinct", "10");
        assertThatThrownBy(() -> generate("there", "--bytes", "1k", "--distinct", "10"))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("exists");
    }
}
