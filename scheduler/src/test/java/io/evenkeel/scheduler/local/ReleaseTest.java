package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shuffle files go when nobody can read them any more, not only with the session. */
class ReleaseTest {

    @TempDir
    private Path directory;

    private long filesOfFirstShuffles() {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("shuffle-[0-4]-.*"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void runOne(TestCluster cluster) {
        assertThat(cluster.session()
                        .range(0, 1000)
                        .keyBy(n -> n % 10)
                        .reduceByKey(Long::sum)
                        .count())
                .isEqualTo(10);
    }

    @Test
    void filesOfADatasetThatIsGoneAreDeleted() {
        try (TestCluster cluster = TestCluster.of(1, 2, directory)) {
            for (int i = 0; i < 5; i++) {
                runOne(cluster);
            }
            assertThat(filesOfFirstShuffles()).isPositive();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                System.gc();
                runOne(cluster);
                return filesOfFirstShuffles() == 0;
            });
        }
    }
}
