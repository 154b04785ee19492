package io.evenkeel.skew.diagnosis.input;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a rolling log directory of Spark 3 and later: {@code events_N_APP[.codec][.compact]}, in the order of
 * their numbers. A compacted file stands for all files up to its number.
 */
final class RollingParts {

    private static final String DIRECTORY_PREFIX = "eventlog_v2_";
    private static final Pattern EVENTS = Pattern.compile("events_(\\d{1,9})_.*");
    private static final int MAX_MISSING_NAMED = 5;

    private RollingParts() {}

    static boolean isRolling(Path directory, List<Path> files) {
        boolean named = LogDirectory.nameOf(directory).startsWith(DIRECTORY_PREFIX);
        boolean status = false;
        boolean events = false;
        for (Path file : files) {
            String name = LogDirectory.nameOf(file);
            status |= name.startsWith("appstatus_");
            events |= EVENTS.matcher(name).matches();
        }
        return events && (named || status);
    }

    static LogSource of(Path directory, List<Path> files) {
        TreeMap<Integer, Path> parts = new TreeMap<>();
        TreeMap<Integer, Path> compacted = new TreeMap<>();
        boolean inProgress = false;
        for (Path file : files) {
            String name = LogDirectory.nameOf(file);
            inProgress |= name.startsWith("appstatus_") && name.endsWith(".inprogress");
            Matcher matcher = EVENTS.matcher(name);
            if (matcher.matches()) {
                TreeMap<Integer, Path> target = name.endsWith(".compact") ? compacted : parts;
                target.put(Integer.valueOf(matcher.group(1)), file);
            }
        }
        List<String> notes = new ArrayList<>();
        List<LogPart> ordered = new ArrayList<>();
        int expected = 1;
        Map.Entry<Integer, Path> last = compacted.lastEntry();
        if (last != null) {
            ordered.add(LogPart.of(last.getValue()));
            notes.add("the log was compacted: events of finished jobs up to part " + last.getKey() + " are gone");
            parts.headMap(last.getKey(), true).clear();
            expected = last.getKey() + 1;
        }
        for (Map.Entry<Integer, Path> part : parts.entrySet()) {
            noteMissing(expected, part.getKey(), notes);
            expected = part.getKey() + 1;
            ordered.add(LogPart.of(part.getValue()));
        }
        return new LogSource(directory.toString(), ordered, notes, inProgress);
    }

    private static void noteMissing(int expected, int found, List<String> notes) {
        if (found <= expected) {
            return;
        }
        String range = found - expected == 1 ? "part " + expected : "parts " + expected + " to " + (found - 1);
        if (notes.size() < MAX_MISSING_NAMED) {
            notes.add(range + " of the rolling log " + (found - expected == 1 ? "is" : "are") + " missing");
        }
    }
}
