package io.evenkeel.text;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a partition's rows to a file, one line each, and publishes it: the text goes to a file of this attempt, the
 * driver is asked, and the file takes its place by a rename. An attempt that fails or is not chosen leaves no file.
 * Immutable; made by {@link TextOutputDirectory}.
 *
 * @param <T> rows, written as their {@code toString}; a newline inside makes two lines
 */
public final class TextFileOutput<T> implements PartitionAction<T, WrittenPart> {

    private static final int CHECK_EVERY = 1 << 12;

    private final URI directory;
    private final String charsetName;
    private final Malformed malformed;
    private final OutputFiles files;

    /** Publishes into a directory that holds one for the attempts. */
    TextFileOutput(Path directory, Charset charset, Malformed malformed, OutputFiles files) {
        this.directory = directory.toUri();
        this.charsetName = charset.name();
        this.malformed = malformed;
        this.files = files;
    }

    @Override
    public WrittenPart run(Records<T> rows, TaskContext context) throws Exception {
        Path output = Path.of(directory);
        String name = WrittenPart.fileName(context.partition());
        Path attempt = output.resolve(TextOutputDirectory.ATTEMPTS)
                .resolve(context.attempt().fileToken());
        Path file = attempt.resolve(name);
        try {
            LineWriter writer = create(attempt, file);
            try (writer) {
                writeAll(rows, writer, file, context);
            }
            context.counters().addWritten(writer.lines(), writer.bytes());
            context.counters().addMalformedInputs(writer.repairedLines());
            context.requireCommit();
            publish(attempt, file, output.resolve(name));
            return new WrittenPart(context.partition(), name, writer.lines(), writer.bytes());
        } catch (Exception | Error e) {
            remove(file, e);
            remove(attempt, e);
            throw e;
        }
    }

    private LineWriter create(Path attempt, Path file) {
        try {
            Files.createDirectory(attempt);
            return new LineWriter(files.create(file), Charset.forName(charsetName), malformed);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static <T> void writeAll(Records<T> rows, LineWriter writer, Path file, TaskContext context)
            throws Exception {
        rows.forEachRemaining(row -> {
            if (row == null) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "row " + writer.lines() + " of the partition is null, which a text file can't hold");
            }
            String line = row.toString();
            try {
                writer.write(line);
            } catch (IOException e) {
                throw failed(file, e);
            }
            if (writer.lines() % CHECK_EVERY == 0) {
                context.checkCancelled();
            }
            return true;
        });
        try {
            writer.finish();
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private static void publish(Path attempt, Path file, Path published) {
        try {
            Files.move(file, published, StandardCopyOption.ATOMIC_MOVE);
            Files.delete(attempt);
        } catch (IOException e) {
            throw failed(published, e);
        }
    }

    private static void remove(Path path, Throwable failure) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private static EngineException failed(Path file, IOException cause) {
        boolean missingRight = cause instanceof AccessDeniedException || cause instanceof NoSuchFileException;
        return new EngineException(
                missingRight ? ErrorCode.OUTPUT_NOT_WRITABLE : ErrorCode.DISK_FAILED,
                file + " can't be written: " + FileFailures.reason(cause) + freeSpace(file),
                cause);
    }

    private static String freeSpace(Path file) {
        try {
            Path directory = file.getParent();
            return directory == null
                    ? ""
                    : " (" + (Files.getFileStore(directory).getUsableSpace() >> 20) + " MB free)";
        } catch (IOException e) {
            return "";
        }
    }
}
