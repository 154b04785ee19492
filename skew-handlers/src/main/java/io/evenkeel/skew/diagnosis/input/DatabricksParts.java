package io.evenkeel.skew.diagnosis.input;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a Databricks log directory: {@code eventlog-2021-06-14--20-00[.codec]} for finished periods, oldest first,
 * then {@code eventlog} for the period that was being written.
 */
final class DatabricksParts {

    private static final Pattern PART =
            Pattern.compile("eventlog(?:-(\\d{4}-\\d{2}-\\d{2}--\\d{2}-\\d{2}))?(?:\\.\\w+)?");

    private DatabricksParts() {}

    static boolean isDatabricks(List<Path> files) {
        return files.stream()
                .anyMatch(file -> !period(file).isEmpty() && period(file).charAt(0) != '~');
    }

    static LogSource of(Path directory, List<Path> files) {
        List<Path> parts = new ArrayList<>();
        for (Path file : files) {
            if (!period(file).isEmpty()) {
                parts.add(file);
            }
        }
        parts.sort(Comparator.comparing(DatabricksParts::period));
        return new LogSource(
                directory.toString(), parts.stream().map(LogPart::of).toList(), List.of(), false);
    }

    /** What a part sorts by; empty if the file is none. The current period sorts behind all dates. */
    private static String period(Path file) {
        Matcher matcher = PART.matcher(LogDirectory.nameOf(file));
        if (!matcher.matches()) {
            return "";
        }
        return matcher.group(1) == null ? "~" : matcher.group(1);
    }
}
