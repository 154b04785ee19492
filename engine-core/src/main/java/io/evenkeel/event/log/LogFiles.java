package io.evenkeel.event.log;

import io.evenkeel.storage.BlockFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where an event log lies, named as Apache Spark names it: one file, or a directory with numbered files and an empty one
 * that tells its state. A name ends in {@code .inprogress} until the log is finished.
 *
 * <pre>
 * local-1700000000000.zstd.inprogress     eventlog_v2_local-1700000000000/
 *                                           appstatus_local-1700000000000.inprogress
 *                                           events_1_local-1700000000000.zstd
 *                                           events_2_local-1700000000000.zstd
 * </pre>
 *
 * <p>Confined to the log's thread.
 */
final class LogFiles {

    private static final String IN_PROGRESS = ".inprogress";

    private final EventLogSettings settings;
    private final BlockFiles files;
    private final String application;
    private final Path place;
    private LogFile current;
    private int number;

    /**
     * Begins a log.
     *
     * @throws FileAlreadyExistsException if there is one of this application
     */
    LogFiles(EventLogSettings settings, String application, BlockFiles files) throws IOException {
        this.settings = settings;
        this.files = files;
        this.application = application;
        Files.createDirectories(settings.directory());
        requireNew();
        if (settings.rolling()) {
            place = settings.directory().resolve("eventlog_v2_" + application);
            Files.createDirectory(place);
            files.create(status(IN_PROGRESS)).close();
            current = next();
        } else {
            place = settings.directory()
                    .resolve(application + settings.compression().extension());
            current = new LogFile(unfinished(), settings.compression(), files);
        }
    }

    /** Readers tell logs apart by the application, however they are packed. */
    private void requireNew() throws IOException {
        List<String> names = new ArrayList<>(List.of("eventlog_v2_" + application));
        for (LogCompression compression : LogCompression.values()) {
            names.add(application + compression.extension());
            names.add(application + compression.extension() + IN_PROGRESS);
        }
        for (String name : names) {
            if (Files.exists(settings.directory().resolve(name))) {
                throw new FileAlreadyExistsException(name);
            }
        }
    }

    /** The file or directory as it is called when the log is finished. */
    Path place() {
        return place;
    }

    private Path unfinished() {
        return place.resolveSibling(place.getFileName() + IN_PROGRESS);
    }

    private Path status(String ending) {
        return place.resolve("appstatus_" + application + ending);
    }

    private LogFile next() throws IOException {
        number++;
        String name =
                "events_" + number + "_" + application + settings.compression().extension();
        return new LogFile(place.resolve(name), settings.compression(), files);
    }

    void write(byte[] lines, int length) throws IOException {
        if (settings.rolling() && current.bytes() >= settings.maxFileSize().bytes()) {
            current.close();
            current = next();
        }
        current.write(lines, length);
    }

    void flush() throws IOException {
        current.flush();
    }

    /** Closes the log and gives it the name of a finished one. */
    void finish() throws IOException {
        current.close();
        if (settings.rolling()) {
            files.rename(status(IN_PROGRESS), status(""));
        } else {
            files.rename(unfinished(), place);
        }
    }

    /** Closes the log, which stays unfinished. */
    void abandon() {
        current.abandon();
    }
}
