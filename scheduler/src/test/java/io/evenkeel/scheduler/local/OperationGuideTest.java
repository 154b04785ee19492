package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.aggregate.Aggregators;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.DatasetActions;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SessionBuilder;
import io.evenkeel.jdbc.ConnectionFactory;
import io.evenkeel.scheduler.launcher.TestJars;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/operations.md}: they compile as they stand there, and give what is said there. */
final class OperationGuideTest {

    private static final Path PAGE = Path.of(System.getProperty("evenkeel.root", ""), "docs/operations.md");

    /** What only those need who extend the engine, and what closes the example's own session. */
    private static final Set<String> WITHOUT_EXAMPLE =
            Set.of("read", "saveFiles", "addListener", "removeListener", "listener", "runners", "close");

    private static final String BEFORE = """
            import io.evenkeel.aggregate.*;
            import io.evenkeel.broadcast.*;
            import io.evenkeel.config.*;
            import io.evenkeel.dataset.*;
            import io.evenkeel.file.*;
            import io.evenkeel.function.*;
            import io.evenkeel.jdbc.*;
            import io.evenkeel.operator.*;
            import io.evenkeel.record.*;
            import io.evenkeel.stats.*;
            import io.evenkeel.storage.*;
            import java.nio.charset.StandardCharsets;
            import java.time.Duration;
            import java.util.*;
            import java.util.concurrent.CompletableFuture;

            public final class Examples {
                public record City(String name, int people) {}

                public record LastDigit() implements Partitioner<Long> {
                    public int partitions() {
                        return 10;
                    }

                    public int partition(Long key) {
                        return (int) (key % 10);
                    }
                }

                static final class Lists {
                    static List<Long> with(List<Long> list, Long n) {
                        return both(list, List.of(n));
                    }

                    static List<Long> both(List<Long> a, List<Long> b) {
                        List<Long> all = new ArrayList<>(a);
                        all.addAll(b);
                        return all;
                    }
                }
            """;

    @TempDir
    private Path directory;

    @Test
    void everyExampleGivesWhatIsSaid() throws Exception {
        String methods = new GuideExamples(PAGE)
                .methods("EngineSession session, String directory, ConnectionFactory connections");
        Path jar = new TestJars(directory)
                .source("Examples", BEFORE + methods + "}\n")
                .pack("examples.jar");
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            run(loader.loadClass("Examples"));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private void run(Class<?> examples) throws ReflectiveOperationException, IOException, SQLException {
        String url = "jdbc:sqlite:" + directory.resolve("examples.db") + "?busy_timeout=60000";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE city (name TEXT, people INTEGER)");
        }
        ConnectionFactory connections = () -> DriverManager.getConnection(url);
        int run = 0;
        try (TestCluster cluster = TestCluster.of(2, 2, directory)) {
            for (Method method : examples.getDeclaredMethods()) {
                if (method.getName().startsWith("example")) {
                    Path place = Files.createDirectory(directory.resolve(method.getName()));
                    method.invoke(null, cluster.session(), place.toString(), connections);
                    run++;
                }
            }
        }
        assertThat(run).isGreaterThan(10);
    }

    @Test
    void everyOperationHasAnExample() throws IOException {
        String examples = new GuideExamples(PAGE).text();
        Set<String> objects = names(Object.class).collect(Collectors.toSet());
        assertThat(Stream.of(
                                Dataset.class,
                                DatasetActions.class,
                                KeyedDataset.class,
                                EngineSession.class,
                                SessionBuilder.class,
                                Aggregators.class)
                        .flatMap(OperationGuideTest::names)
                        .filter(name -> !objects.contains(name) && !WITHOUT_EXAMPLE.contains(name))
                        .filter(name -> !Pattern.compile("\\.(<\\w+(, \\w+)*>)?" + name + "\\(")
                                .matcher(examples)
                                .find()))
                .isEmpty();
    }

    private static Stream<String> names(Class<?> type) {
        return Arrays.stream(type.getMethods()).map(Method::getName).distinct();
    }
}
