package io.evenkeel.operator;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of another program. What it writes goes to files at once, by two threads of its own, so that it never waits
 * for its reader, and memory does not grow. Closing ends it and deletes the files.
 *
 * <p>Confined to the task's thread.
 */
final class RunningProgram implements Closeable {

    private static final int COMPLAINT_BYTES = 2000;
    private static final long LOOK_EVERY_MILLIS = 50;

    private final List<String> command;
    private final Process process;
    private final Copier output;
    private final Copier errors;

    RunningProgram(List<String> command) throws IOException {
        this.command = command;
        this.process = new ProcessBuilder(command).start();
        try {
            this.output = new Copier(process.getInputStream());
            this.errors = new Copier(process.getErrorStream());
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    List<String> command() {
        return command;
    }

    /** What is written there the program reads. */
    OutputStream input() {
        return process.getOutputStream();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it ends within a second: one that has ended does not read any more, and its pipe breaks first. */
    boolean endsSoon() throws InterruptedException {
        return process.waitFor(1, TimeUnit.SECONDS);
    }

    /** Waits for its end, or for the task to be cancelled; gives its exit code. */
    int await(TaskContext context) throws InterruptedException, IOException {
        while (!process.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
            context.checkCancelled();
        }
        output.join();
        errors.join();
        return process.exitValue();
    }

    /** What it wrote; after its end. */
    BufferedReader output() throws IOException {
        return Files.newBufferedReader(output.file, StandardCharsets.UTF_8);
    }

    /** The end of what it complained of; after its end. */
    String complaint() throws IOException {
        byte[] said = Files.readAllBytes(errors.file);
        int length = Math.min(said.length, COMPLAINT_BYTES);
        return new String(said, said.length - length, length, StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try (output) {
            errors.close();
        }
    }

    /** Copies a stream to a file until it ends. Its thread writes, the task's thread reads after {@link #join}. */
    private static final class Copier implements Closeable {

        private final InputStream from;
        private final Path file = Files.createTempFile("evenkeel-pipe", ".out");
        private final Thread thread = new Thread(this::copy, "evenkeel-pipe");
        private volatile @Nullable IOException failure;

        Copier(InputStream from) throws IOException {
            this.from = from;
            thread.setDaemon(true);
            thread.start();
        }

        private void copy() {
            try (OutputStream to = Files.newOutputStream(file)) {
                from.transferTo(to);
            } catch (IOException e) {
                failure = e;
            }
        }

        void join() throws InterruptedException, IOException {
            thread.join();
            IOException failed = failure;
            if (failed != null) {
                throw failed;
            }
        }

        @Override
        public void close() throws IOException {
            try {
                from.close();
                thread.join(TimeUnit.SECONDS.toMillis(5));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                Files.deleteIfExists(file);
            }
        }
    }
}
