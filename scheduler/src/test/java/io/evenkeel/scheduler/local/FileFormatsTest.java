package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.error.EngineException;
import io.evenkeel.file.BadRow;
import io.evenkeel.file.Compression;
import io.evenkeel.record.Pair;
import io.evenkeel.stats.CollectionAccumulator;
import io.evenkeel.text.Malformed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs on JSON lines, packed text, object files and binary files. */
@Timeout(120)
class FileFormatsTest {

    @TempDir
    private Path directory;

    @TempDir
    private Path scratch;

    record Item(int id, List<String> tags, @Nullable Item2 more) {}

    record Item2(double weight) {}

    private TestCluster cluster() {
        return TestCluster.of(2, 2, scratch, "evenkeel.text.minSplitSize", "1b", "evenkeel.text.maxSplitSize", "2k");
    }

    private static List<Item> items(int count) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(new Item(i, List.of("a\n" + i, "é"), i % 3 == 0 ? null : new Item2(i / 7.0)));
        }
        return items;
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void jsonThereAndBack() throws IOException {
        List<Item> items = items(800);
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            session.of(items).writeJson(path("items")).save();
            Dataset<Item> read = session.json(path("items")).records(Item.class);
            assertThat(read.numPartitions()).isGreaterThan(10);
            assertThat(read.collect()).isEqualTo(items);
            assertThat(session.json(path("items")).maps().take(2).get(1))
                    .isEqualTo(Map.of("id", 1L, "tags", List.of("a\n1", "é"), "more", Map.of("weight", 1 / 7.0)));
            read.writeJson(path("packed"))
                    .compression(Compression.BZIP2)
                    .overwrite(true)
                    .save();
            assertThat(session.json(path("packed")).records(Item.class).count()).isEqualTo(800);
            Path bad = Files.writeString(directory.resolve("bad.jsonl"), "{\"id\":1,\"tags\":[]}\n{}\n");
            CollectionAccumulator<BadRow> rows = session.collectionAccumulator("bad");
            assertThat(session.json(bad.toString())
                            .malformed(Malformed.REFUSE)
                            .minPartitions(1)
                            .collectBadRows(rows)
                            .records(Item.class)
                            .count())
                    .isEqualTo(1);
            assertThat(rows.value()).hasSize(1);
            assertThat(session.json(bad.toString())
                            .skipBadRows()
                            .records(Item.class)
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void packedTextThereAndBack() {
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            for (Compression compression : Compression.values()) {
                String output = path("text" + compression.suffix());
                session.range(0, 1000)
                        .writeText(output)
                        .compression(compression)
                        .save();
                assertThat(session.textFile(output).map(Long::valueOf).collect())
                        .hasSize(1000)
                        .isSorted();
            }
        }
    }

    @Test
    void objectsThereAndBack() throws IOException {
        List<Item> items = items(500);
        try (TestCluster cluster = cluster()) {
            cluster.session().of(items).saveAsObjectFile(path("objects"));
        }
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            Dataset<Item> read = session.objectFile(path("objects"));
            assertThat(read.map(Item::id).collect()).isSorted().hasSize(500);
            assertThat(read.collect()).isEqualTo(items);
            assertThatThrownBy(() -> read.saveAsObjectFile(path("objects"))).isInstanceOf(EngineException.class);
            Path part = directory.resolve("objects/part-00003");
            byte[] bytes = Files.readAllBytes(part);
            bytes[bytes.length / 2] ^= 1;
            Files.write(part, bytes);
            assertThatThrownBy(read::count).isInstanceOf(EngineException.class).hasMessageContaining("part-00003");
            Files.delete(part);
            assertThatThrownBy(() -> session.objectFile(path("objects")))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("part-00004 stands where part-00003");
            Files.delete(directory.resolve("objects/_SUCCESS"));
            assertThatThrownBy(() -> session.objectFile(path("objects/part-0000[0-2]")))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("_SUCCESS");
        }
    }

    @Test
    void wholeFilesAndRecords() throws IOException {
        Files.createDirectory(directory.resolve("files"));
        for (int i = 0; i < 20; i++) {
            Files.writeString(directory.resolve("files").resolve("f" + i % 10 + i / 10), "é".repeat(i * 100));
        }
        try (TestCluster cluster = cluster()) {
            EngineSession session = cluster.session();
            List<Pair<String, String>> texts =
                    session.binary(path("files")).minPartitions(4).texts().collect();
            assertThat(texts).hasSize(20);
            assertThat(texts.get(3)).isEqualTo(new Pair<>(path("files/f11"), "é".repeat(1100)));
            assertThat(session.binary(path("files"))
                            .files()
                            .mapValues(bytes -> bytes.length)
                            .values()
                            .collect())
                    .contains(0, 3800)
                    .hasSize(20);
            Dataset<byte[]> records = session.binary(path("files")).records(200);
            assertThat(records.numPartitions()).isGreaterThan(10);
            assertThat(records.count()).isEqualTo(190);
        }
    }
}
