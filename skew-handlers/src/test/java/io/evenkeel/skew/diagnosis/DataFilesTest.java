package io.evenkeel.skew.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.testing.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The diagnosis of data files, by the command. */
class DataFilesTest {

    @TempDir
    Path directory;

    private static List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            keys.add(i % 2 == 0 ? "hot" : "key, " + i);
        }
        return keys;
    }

    private Path csv(List<String> keys, char separator) throws IOException {
        List<String> lines = new ArrayList<>(List.of("id" + separator + "the key" + separator + "value"));
        for (int i = 0; i < keys.size(); i++) {
            lines.add(i + "" + separator + "\"" + keys.get(i).replace("\"", "\"\"") + "\"" + separator + "x");
        }
        return Files.write(directory.resolve("rows.csv"), lines);
    }

    private static Json json(String... arguments) {
        Run run = Run.of(arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return Json.of(run.out());
    }

    @Test
    void rowsPerPartitionAreThoseTheEngineWouldShuffle() throws IOException {
        Path file = csv(keys(), ',');
        Json found = json("--data", "--key", "the key", "--partitions", "50", "--format", "json", file.toString());
        long[] load = new long[50];
        keys().forEach(key -> load[StructuralHash.reducer(StructuralHash.hash(key), 50)]++);
        long most = Arrays.stream(load).max().orElseThrow();
        assertThat(found.number("rows")).isEqualTo(10_000);
        assertThat(found.number("largestPartition")).isEqualTo(most).isGreaterThan(5_000);
        assertThat(found.number("distinctKeysAtLeast")).isEqualTo(5_001);
        assertThat(found.flag("exact")).isTrue();
        Json hot = found.objects("keys").get(0);
        assertThat(hot.text("key")).isEqualTo("hot");
        assertThat(hot.number("rowsAtLeast")).isEqualTo(5_000);
        assertThat(found.object("aggregation").text("title")).contains("reduceByKey");
        assertThat(found.object("join").text("reason")).contains("more partitions would not help");
    }

    @Test
    void allFormsOfAFileGiveTheSame() throws IOException {
        String expected = Run.of("--data", "--key", "the key", csv(keys(), ',').toString())
                .out();
        assertThat(expected).contains("Skew: of 200 partitions", "hot", "50 %");
        assertThat(Run.of("--data", "--key=the key", csv(keys(), ';').toString())
                        .out())
                .isEqualTo(expected);
        assertThat(Run.of("--data", "--key=the key", csv(keys(), '\t').toString())
                        .out())
                .isEqualTo(expected);
        Path packed = directory.resolve("packed");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(directory.resolve("rows.csv"), out);
        }
        assertThat(Run.of("--data", "--key=the key", packed.toString()).out()).isEqualTo(expected);
        List<String> lines = new ArrayList<>();
        for (String key : keys()) {
            lines.add("{\"other\":[1,{\"the key\":2}],\"in\":{\"the key\":\"" + key + "\"}}");
        }
        Path json = Files.write(directory.resolve("rows.json"), lines);
        assertThat(Run.of("--data", "--key=in.the key", json.toString()).out()).isEqualTo(expected);
    }

    @Test
    void levelKeysNeedNothing() throws IOException {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            keys.add("key" + i);
        }
        Json found = json(
                "--data",
                "--key=the key",
                "--partitions=20",
                "--format=json",
                csv(keys, ',').toString());
        assertThat(found.text("verdict")).startsWith("No skew");
        assertThat(found.object("join").text("title")).isEqualTo("Nothing to do");
    }

    @Test
    void missingKeysAreToldApart() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            lines.add(i % 3 == 0 ? "{\"k\":" + i + "}" : i % 3 == 1 ? "{\"k\":null}" : "{\"other\":1}");
        }
        Path file = Files.write(directory.resolve("rows.json"), lines);
        Run run = Run.of("--data", "--key", "k", file.toString());
        assertThat(run.out()).contains("Skew by missing keys", "3333 rows without a key", "filter them out");
    }

    @Test
    void whatIsWrongIsSaid() throws IOException {
        Path csv = csv(List.of("a"), ',');
        Run missing = Run.of("--data", "--key", "nope", csv.toString());
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("no column 'nope'", "its columns are id, the key, value");
        Path json = Files.writeString(directory.resolve("a.json"), "{\"x\":1,\"y\":{}}\n");
        assertThat(Run.of("--data", "--key", "z", json.toString()).err()).contains("its columns are x, y");
        assertThat(Run.of("--data", "--key", "y", json.toString()).err()).contains("which is no key");
        Path parquet = Files.writeString(directory.resolve("a.parquet"), "PAR1....PAR1");
        assertThat(Run.of("--data", "--key", "z", parquet.toString()).err()).contains("evenkeel-io-parquet");
        Path damaged = Files.writeString(directory.resolve("b.json"), "{\"x\":1}\n{\"x\":");
        assertThat(Run.of("--data", "--key", "x", damaged.toString()).exitCode())
                .isEqualTo(2);
        assertThat(Run.of("--data", csv.toString()).err()).contains("--key");
        assertThat(Run.of("--key", "a", csv.toString()).err()).contains("--data");
        assertThat(Run.of("--data", "--key", "a", directory.resolve("none").toString())
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void hostileKeysDoNoHarm() throws IOException {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            keys.add("<script>alert(1)</script>\u001b[31m");
        }
        String file = csv(keys, ',').toString();
        assertThat(Run.of("--data", "--key", "the key", file).out()).doesNotContain("\u001b");
        assertThat(Run.of("--data", "--key", "the key", "--format", "json", file)
                        .out())
                .doesNotContain("\u001b");
        assertThat(Run.of("--data", "--key", "the key", "--format", "html", file)
                        .out())
                .contains("&lt;script")
                .doesNotContain("<script>alert", "\u001b");
        assertThat(Run.of("--data", "--key", "the key", "--redact-keys", file).out())
                .contains("sha256:")
                .doesNotContain("alert");
        Path page = directory.resolve("page.html");
        assertThat(Run.of("--data", "--key=the key", "--format=html", "-o", page.toString(), file)
                        .exitCode())
                .isZero();
        assertThat(Files.readString(page, StandardCharsets.UTF_8)).startsWith("<!DOCTYPE html>");
    }
}
