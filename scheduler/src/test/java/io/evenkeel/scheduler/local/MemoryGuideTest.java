package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.storage.StorageLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/memory.md}: each stands here, compiles and runs. */
final class MemoryGuideTest {

    private static final Path ROOT = Path.of(System.getProperty("evenkeel.root", ""));

    @TempDir
    private Path directory;

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void everyExampleOfTheGuideStandsHere() throws IOException {
        String guide = Files.readString(ROOT.resolve("docs/memory.md"));
        String here = withoutSpace(Files.readString(
                ROOT.resolve("scheduler/src/test/java/io/evenkeel/scheduler/local/MemoryGuideTest.java")));
        Matcher examples = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(guide);
        int found = 0;
        while (examples.find()) {
            for (String line : examples.group(1).split("\n")) {
                assertThat(here).contains(withoutSpace(line));
                found++;
            }
        }
        assertThat(found).isGreaterThan(6);
    }

    @Test
    void keepingADataset() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            Dataset<String> lines = cluster.session().of(List.of("to be or not to be", "that is the question"));

            Dataset<String> words =
                    lines.flatMap(line -> List.of(line.split(" "))).persist(StorageLevel.MEMORY_AND_DISK);
            long all = words.count(); // computes and keeps
            long longOnes = words.filter(word -> word.length() > 5).count(); // reads what is kept
            words.unpersist();

            assertThat(all).isEqualTo(10);
            assertThat(longOnes).isEqualTo(1);
        }
    }

    @Test
    void aValueForAllTasks() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            EngineSession session = cluster.session();
            Map<Long, String> namesById = Map.of(0L, "Ada", 2L, "Grace");
            Dataset<Long> ids = session.range(0, 3);

            Broadcast<Map<Long, String>> names = session.broadcast(namesById);
            List<String> named =
                    ids.map(id -> names.value().getOrDefault(id, "nobody")).collect();
            names.destroy(); // when no job needs it any more

            assertThat(named).containsExactly("Ada", "nobody", "Grace");
        }
    }
}
