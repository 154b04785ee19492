package io.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import io.evenkeel.scheduler.launcher.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs, from the command line's arguments to the files, against slow programs that need no engine. */
class TextJobsTest {

    private static final Path LICENCES = Path.of("/usr/share/common-licenses");

    @TempDir
    Path directory;

    private Path output() {
        return directory.resolve("out");
    }

    /** The system's licence texts, or where there are none, the shipped text. */
    private Path realText() throws IOException {
        return Files.isDirectory(LICENCES)
                ? LICENCES
                : Files.write(directory.resolve("keels.txt"), ShippedText.lines());
    }

    private static String run(ExampleProgram program, String... arguments) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8)) {
            program.run(List.of(arguments), stream);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The bytes of a file, or of the files of a directory by name; a last line without newline gets one. */
    private static byte[] bytes(Path input) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (Stream<Path> files = Files.isDirectory(input) ? Files.list(input) : Stream.of(input)) {
            for (Path file : files.sorted().toList()) {
                byte[] text = Files.readAllBytes(file);
                all.writeBytes(text);
                if (text.length > 0 && text[text.length - 1] != '\n') {
                    all.write('\n');
                }
            }
        }
        return all.toByteArray();
    }

    private static List<Path> parts(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("part-"))
                    .sorted()
                    .toList();
        }
    }

    private static Map<String, Long> count(Path input) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        String text = new String(bytes(input), StandardCharsets.UTF_8);
        for (String word : text.split("[ \\t\\n\\x0B\\f\\r]+")) {
            if (!word.isEmpty()) {
                counts.merge(word, 1L, Long::sum);
            }
        }
        return counts;
    }

    private static Map<String, Long> counted(Path output) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (Path part : parts(output)) {
            for (String line : Files.readAllLines(part)) {
                int tab = line.indexOf('\t');
                Long twice = counts.put(line.substring(0, tab), Long.valueOf(line.substring(tab + 1)));
                assertThat(twice).as("another count of %s", line).isNull();
            }
        }
        return counts;
    }

    private static byte[] sort(Path input) throws IOException {
        byte[] text = bytes(input);
        List<byte[]> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\n') {
                lines.add(Arrays.copyOfRange(text, start, i));
                start = i + 1;
            }
        }
        lines.sort(Arrays::compareUnsigned);
        ByteArrayOutputStream sorted = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            sorted.writeBytes(line);
            sorted.write('\n');
        }
        return sorted.toByteArray();
    }

    private static byte[] sorted(Path output) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Path part : parts(output)) {
            all.writeBytes(Files.readAllBytes(part));
        }
        return all.toByteArray();
    }

    @Test
    void wordcountOfARealText() throws Exception {
        Path input = realText();
        assertThat(run(new WordCount(), "--partitions", "3", input.toString(), output().toString()))
                .isEmpty();
        assertThat(parts(output()))
                .hasSize(3)
                .allSatisfy(part -> assertThat(part).isNotEmptyFile());
        assertThat(output().resolve("_SUCCESS")).isEmptyFile();
        assertThat(counted(output())).isEqualTo(count(input));
    }

    @Test
    void wordcountOfAGeneratedText() throws Exception {
        Path input = directory.resolve("text");
        run(new GenerateText(), "--bytes", "4m", "--distinct", "50000", input.toString());
        run(new WordCount(), input.toString(), output().toString());
        assertThat(counted(output())).hasSize(50_000).isEqualTo(count(input));
    }

    @Test
    void wordcountOfTheShippedText() throws Exception {
        List<String> top = run(new WordCount()).lines().toList();
        assertThat(top).hasSize(20).allSatisfy(line -> assertThat(line).matches(" *\\d+  \\S+"));
        Path text = Files.write(directory.resolve("keels.txt"), ShippedText.lines());
        long most = count(text).getOrDefault("the", 0L);
        assertThat(top.get(0).strip()).isEqualTo(most + "  the");
    }

    @Test
    void sortOfARealText() throws Exception {
        Path input = realText();
        run(new LineSort(), "--partitions", "4", input.toString(), output().toString());
        assertThat(sorted(output())).isEqualTo(sort(input));
        assertThat(parts(output())).hasSize(4);
    }

    @Test
    void sortOfAnyBytes() throws Exception {
        Random random = new Random(11);
        byte[] text = new byte[300_000];
        random.nextBytes(text);
        for (int i = 0; i < text.length; i += 1 + random.nextInt(20)) {
            text[i] = (byte) (random.nextInt(4) == 0 ? '\r' : '\n');
        }
        Path input = Files.write(directory.resolve("bytes"), text);
        run(new LineSort(), input.toString(), output().toString());
        assertThat(sorted(output())).isEqualTo(sort(input));
    }

    @Test
    void sortOfAnEmptyFile() throws Exception {
        Path input = Files.createFile(directory.resolve("empty"));
        run(new LineSort(), input.toString(), output().toString());
        assertThat(sorted(output())).isEmpty();
        assertThat(output().resolve("_SUCCESS")).exists();
    }

    @Test
    void anExistingOutputIsReplacedOnlyWhenAsked() throws Exception {
        Path input = Files.writeString(directory.resolve("text"), "b a b\n");
        for (ExampleProgram program : List.of(new WordCount(), new LineSort())) {
            Files.createDirectories(output());
            Path old = Files.writeString(output().resolve("part-77777"), "old\n");
            assertThatThrownBy(() -> run(program, input.toString(), output().toString()))
                    .isInstanceOfSatisfying(
                            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTPUT_EXISTS));
            assertThat(old).hasContent("old");
            run(program, "--overwrite", input.toString(), output().toString());
            assertThat(old).doesNotExist();
            assertThat(sorted(output())).isNotEmpty();
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactlyInAnyOrder(input, output());
        }
    }

    @Test
    void aMissingInputLeavesNoOutput() {
        assertThatThrownBy(() -> run(new WordCount(), directory + "/none", output().toString()))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_NOT_FOUND))
                .hasMessageContaining(directory + "/none");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theProgramsAreFoundByName() {
        List<String> names = ServiceLoader.load(ExampleProgram.class).stream()
                .map(provider -> provider.get().name())
                .toList();
        assertThat(names).contains("generate-text", "sort", "wordcount");
        assertThatThrownBy(() -> run(new LineSort())).isInstanceOf(UsageException.class);
    }
}
