package io.evenkeel.event.log;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Whether and how a session writes an event log. Immutable.
 *
 * @param directory where logs lie
 * @param rolling whether a log is a directory of files
 * @param maxFileSize how large such a file may become
 * @param redaction settings whose key or value has this in it are not written
 * @param redactKeys whether samples of hot keys are written as hashes
 * @param queueCapacity how many events may wait to be written
 */
public record EventLogSettings(
        boolean enabled,
        Path directory,
        LogCompression compression,
        boolean rolling,
        ByteSize maxFileSize,
        Pattern redaction,
        boolean redactKeys,
        int queueCapacity) {

    public static final Setting<Boolean> ENABLED = Setting.flag(
                    "evenkeel.eventLog.enabled",
                    false,
                    "Whether what happens is written to an event log, which 'evenkeel diagnose' and the History Server of "
                            + "Apache Spark read.")
            .withAliases("spark.eventLog.enabled");

    public static final Setting<Path> DIRECTORY = Setting.of(
                    "evenkeel.eventLog.dir",
                    "evenkeel-events",
                    "path, or URI that begins with file:",
                    "Directory of event logs; made if it is missing.",
                    EventLogSettings::path)
            .withAliases("spark.eventLog.dir");

    public static final Setting<Boolean> COMPRESS = Setting.flag(
                    "evenkeel.eventLog.compress", true, "Whether event logs are compressed.")
            .withAliases("spark.eventLog.compress");

    public static final Setting<LogCompression> CODEC = Setting.choice(
                    "evenkeel.eventLog.compression.codec",
                    LogCompression.ZSTD,
                    "How event logs are compressed if they are.")
            .withAliases("spark.eventLog.compression.codec");

    public static final Setting<Boolean> ROLLING = Setting.flag(
                    "evenkeel.eventLog.rolling.enabled",
                    false,
                    "Whether an event log is a directory of files of limited size, and not one file.")
            .withAliases("spark.eventLog.rolling.enabled");

    public static final Setting<ByteSize> MAX_FILE_SIZE = Setting.size(
                    "evenkeel.eventLog.rolling.maxFileSize",
                    ByteSize.ofMib(128),
                    "b",
                    ByteSize.ofKib(1),
                    new ByteSize(Long.MAX_VALUE),
                    "How large a file of a rolling event log becomes before the next one is begun.")
            .withAliases("spark.eventLog.rolling.maxFileSize");

    public static final Setting<Pattern> REDACTION = Setting.of(
                    "evenkeel.redaction.regex",
                    "(?i)secret|password|token|access[.]?key",
                    "regular expression of Java",
                    "Settings and system properties with this in their key or value are not written to event logs.",
                    Pattern::compile)
            .withAliases("spark.redaction.regex");

    public static final Setting<Boolean> REDACT_KEYS = Setting.flag(
            "evenkeel.eventLog.redactKeys",
            false,
            "Whether event logs hold a hash of each hot key in place of the key.");

    public static final Setting<Integer> QUEUE_CAPACITY = Setting.integer(
                    "evenkeel.eventLog.queueCapacity",
                    10_000,
                    1,
                    10_000_000,
                    "How many events may wait to be written; if more come, some are missing in the log, and it says so.")
            .withAliases("spark.scheduler.listenerbus.eventqueue.eventLog.capacity");

    public static EventLogSettings from(Configuration configuration) {
        return new EventLogSettings(
                configuration.get(ENABLED),
                configuration.get(DIRECTORY),
                configuration.get(COMPRESS) ? configuration.get(CODEC) : LogCompression.NONE,
                configuration.get(ROLLING),
                configuration.get(MAX_FILE_SIZE),
                configuration.get(REDACTION),
                configuration.get(REDACT_KEYS),
                configuration.get(QUEUE_CAPACITY));
    }

    private static Path path(String text) {
        try {
            return text.startsWith("file:") ? Path.of(URI.create(text)) : plainPath(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("not a path", e);
        }
    }

    private static Path plainPath(String text) {
        if (text.isBlank() || text.contains("://")) {
            throw new IllegalArgumentException("not a path of this machine");
        }
        return Path.of(text);
    }
}
