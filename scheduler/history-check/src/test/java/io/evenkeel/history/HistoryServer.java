package io.evenkeel.history;

import io.evenkeel.testing.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Apache Spark's History Server in a process of its own, on the loopback. Thread-safe. */
final class HistoryServer implements AutoCloseable {

    /** What Spark's own launcher opens. */
    private static final List<String> OPENS = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private final Process process;
    private final Path output;
    private final int port;
    private final HttpClient client = HttpClient.newHttpClient();

    private HistoryServer(Process process, Path output, int port) {
        this.process = process;
        this.output = output;
        this.port = port;
    }

    /**
     * Starts one.
     *
     * @param logs directory of event logs
     * @param scratch where it may write
     */
    static HistoryServer start(Path logs, Path scratch) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        OPENS.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.addAll(List.of(
                "-Xmx512m",
                "-Djava.io.tmpdir=" + scratch,
                "-Djdk.reflect.useDirectMethodHandle=false",
                "-Dspark.history.fs.logDirectory=" + logs.toUri(),
                "-Dspark.history.ui.port=" + port,
                "-Dspark.history.fs.update.interval=1s",
                "-Dspark.ui.showConsoleProgress=false",
                "-cp",
                System.getProperty("java.class.path"),
                "org.apache.spark.deploy.history.HistoryServer"));
        Path output = scratch.resolve("history-server.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        return new HistoryServer(builder.start(), output, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Waits until it lists so many applications. */
    void awaitApplications(int count) {
        try {
            Awaitility.await()
                    .atMost(240, TimeUnit.SECONDS)
                    .pollInterval(200, TimeUnit.MILLISECONDS)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> !process.isAlive() || list("applications").size() == count);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("the History Server does not list the applications: " + output(), e);
        }
        if (!process.isAlive()) {
            throw new AssertionError("the History Server ended: " + output());
        }
    }

    /** The objects that a path of its REST interface gives. */
    List<Json> list(String path) throws IOException {
        return Json.of("{\"items\":" + get(path) + "}").objects("items");
    }

    Json object(String path) throws IOException {
        return Json.of(get(path));
    }

    private String get(String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + path))
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new AssertionError(path + ": " + response.statusCode() + " " + response.body() + "\n" + output());
            }
            return response.body();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What it said, the last part of it. */
    String output() {
        try (Stream<String> lines = Files.lines(output)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - 60), all.size()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
