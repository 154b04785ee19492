package io.evenkeel.file;

import io.evenkeel.error.Closing;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.operator.PartitionSight;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a partition's rows to a file and publishes it: the rows go to a file of this attempt, the driver is asked, and the
 * file takes its place by a rename. An attempt that fails or is not chosen leaves no file. Immutable; made by
 * {@link OutputDirectory}.
 */
public final class PartFileOutput<T> implements PartitionAction<T, WrittenPart> {

    private static final int CHECK_EVERY = 1 << 12;

    private final URI directory;
    private final RowFormat<T> format;
    private final Compression compression;
    private final OutputFiles files;

    /**
     * Publishes into a directory that holds one for the attempts.
     *
     * @param files how files are made
     */
    public PartFileOutput(Path directory, RowFormat<T> format, Compression compression, OutputFiles files) {
        this.directory = directory.toUri();
        this.format = format;
        this.compression = compression;
        this.files = files;
    }

    @Override
    public WrittenPart run(Records<T> rows, TaskContext context) throws Exception {
        Path output = Path.of(directory);
        String name = WrittenPart.fileName(context.partition(), format.suffix() + compression.suffix());
        Path attempt = output.resolve(OutputDirectory.ATTEMPTS)
                .resolve(context.attempt().fileToken());
        Path file = attempt.resolve(name);
        try {
            CountedStream counted = create(attempt, file);
            long written = writeFile(rows, counted, file, context);
            context.counters().addWritten(written, counted.bytes());
            context.requireCommit();
            publish(attempt, file, output.resolve(name));
            return new WrittenPart(context.partition(), name, written, counted.bytes());
        } catch (Exception | Error e) {
            remove(file, e);
            remove(attempt, e);
            throw e;
        }
    }

    /** A file is numbered as its task is; those of a hot partition that was read in parts follow each other. */
    @Override
    public PartitionSight sight() {
        return PartitionSight.COUNT;
    }

    private CountedStream create(Path attempt, Path file) {
        try {
            Files.createDirectory(attempt);
            return new CountedStream(files.create(file));
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    private long writeFile(Records<T> rows, CountedStream counted, Path file, TaskContext context) throws Exception {
        RowWriter<T> writer;
        try {
            writer = format.open(compression.pack(counted), context);
        } catch (IOException e) {
            Closing.after(e, counted);
            throw failed(file, e);
        } catch (RuntimeException | Error e) {
            Closing.after(e, counted);
            throw e;
        }
        long written;
        try {
            written = writeAll(rows, writer, file, context);
        } catch (Exception | Error e) {
            Closing.after(e, writer);
            throw e;
        }
        try {
            writer.close();
        } catch (IOException e) {
            throw failed(file, e);
        }
        context.counters().addMalformedInputs(writer.repaired());
        return written;
    }

    private static <T> long writeAll(Records<T> rows, RowWriter<T> writer, Path file, TaskContext context)
            throws Exception {
        long[] written = {0};
        rows.forEachRemaining(row -> {
            try {
                writer.write(row);
            } catch (IOException e) {
                throw failed(file, e);
            }
            if (++written[0] % CHECK_EVERY == 0) {
                context.checkCancelled();
            }
            return true;
        });
        try {
            writer.finish();
        } catch (IOException e) {
            throw failed(file, e);
        }
        return written[0];
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
