package io.evenkeel.skew.diagnosis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts tasks of an event log by searching its text; shares no code with the parser it checks. */
final class JsonCount {

    private final Map<String, Stage> stages = new HashMap<>();

    /** What the successful tasks of a stage did; the first success of a partition counts. */
    record Stage(int succeeded, long millis, long bytes, long records) {}

    static JsonCount of(List<String> lines) {
        JsonCount count = new JsonCount();
        Set<String> partitions = new HashSet<>();
        for (String line : lines) {
            if (!line.contains("\"SparkListenerTaskEnd\"") || !line.contains("\"Reason\":\"Success\"")) {
                continue;
            }
            String stage = number(line, "Stage ID") + "." + number(line, "Stage Attempt ID");
            Stage known = count.stages.getOrDefault(stage, new Stage(0, 0, 0, 0));
            boolean first = partitions.add(stage + "/" + number(line, "Index"));
            long millis = number(line, "Finish Time") - number(line, "Launch Time");
            String input = object(line, "Input Metrics");
            String read = object(line, "Shuffle Read Metrics");
            long bytes =
                    number(input, "Bytes Read") + number(read, "Remote Bytes Read") + number(read, "Local Bytes Read");
            long records = number(input, "Records Read") + number(read, "Total Records Read");
            count.stages.put(
                    stage,
                    new Stage(
                            known.succeeded + 1,
                            known.millis + (first ? millis : 0),
                            known.bytes + (first ? bytes : 0),
                            known.records + (first ? records : 0)));
        }
        return count;
    }

    Stage stage(int id, int attempt) {
        return stages.getOrDefault(id + "." + attempt, new Stage(0, 0, 0, 0));
    }

    private static long number(String text, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":(\\d+)").matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private static String object(String text, String name) {
        int from = text.indexOf("\"" + name + "\":{");
        if (from < 0) {
            return "";
        }
        int to = text.indexOf('}', from);
        return text.substring(from, to);
    }
}
