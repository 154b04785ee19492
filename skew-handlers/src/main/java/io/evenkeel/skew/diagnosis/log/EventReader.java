package io.evenkeel.skew.diagnosis.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads lines of an event log into applications. A line changes the application only once it was read to its end, so a
 * damaged one leaves no half-read values. Confined to one thread.
 */
@SuppressWarnings("EnumOrdinal") // compact columns are kept by ordinal, within one run only
final class EventReader {

    private static final byte[] USUAL_START = "{\"Event\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_EVENT_NAME = 200;
    private static final int MAX_TEXT = 1_000;
    private static final int MAX_NESTING = 1_000;
    private static final long RESUBMITTED = 3;

    private final JsonFactory json;
    private final ParseLimits limits;
    private final SharedTexts texts = new SharedTexts();
    private final TaskEndReader taskEnds = new TaskEndReader();
    private final List<ApplicationLog> applications = new ArrayList<>();
    private ApplicationLog application = new ApplicationLog();
    private LongSet seenEnds = new LongSet();
    private int measuredTasks;
    private String versionOfNext = "";

    private long sparkEvents;
    private long damagedLines;
    private long unknownEvents;
    private long events;

    EventReader(ParseLimits limits) {
        this.limits = limits;
        this.json = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_NESTING)
                        .maxStringLength(limits.maxLineBytes())
                        .maxNumberLength(100)
                        .build())
                .build();
    }

    /** Reads one line; false if it is damaged. */
    boolean read(byte[] buffer, int start, int length) {
        try {
            String event = usualName(buffer, start, length);
            if (event.isEmpty()) {
                event = findName(buffer, start, length);
            }
            if (event.isEmpty()) {
                damagedLines++;
                return false;
            }
            if (!EventNames.isKnown(event)) {
                unknownEvents++;
                return true;
            }
            if (isSkipped(event)) {
                return skip(event, buffer, start, length);
            }
            try (JsonParser parser = json.createParser(ObjectReadContext.empty(), buffer, start, length)) {
                JsonCursor cursor = new JsonCursor(parser);
                cursor.enterObject();
                Runnable change = readEvent(event, cursor);
                cursor.finish();
                change.run();
                damagedLines += cursor.damaged() ? 1 : 0;
            }
            count(event);
            return true;
        } catch (JacksonException e) {
            damagedLines++;
            return false;
        }
    }

    /** The applications read, the last one first being closed; none if no line was an event. */
    List<ApplicationLog> applications() {
        List<ApplicationLog> all = new ArrayList<>(applications);
        all.add(application);
        return all;
    }

    /** Whether any event of Spark was among the lines. */
    boolean isEventLog() {
        return sparkEvents > 0;
    }

    long damagedLines() {
        return damagedLines;
    }

    long unknownEvents() {
        return unknownEvents;
    }

    long events() {
        return events;
    }

    private void count(String event) {
        events++;
        sparkEvents += EventNames.isSpark(event) ? 1 : 0;
    }

    /** Events that tell nothing the report needs are not parsed, only looked at for a cut. */
    private boolean skip(String event, byte[] buffer, int start, int length) {
        if (buffer[start + length - 1] != '}') {
            damagedLines++;
            return false;
        }
        count(event);
        return true;
    }

    private static boolean isSkipped(String event) {
        return switch (event) {
            case "SparkListenerTaskStart",
                    "SparkListenerTaskGettingResult",
                    "SparkListenerBlockUpdated",
                    "SparkListenerStageExecutorMetrics",
                    "SparkListenerExecutorMetricsUpdate",
                    "SparkListenerSpeculativeTaskSubmitted",
                    "org.apache.spark.sql.execution.ui.SparkListenerDriverAccumUpdates",
                    "org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveSQLMetricUpdates" -> true;
            default -> false;
        };
    }

    /** The event's name where Spark puts it, at the start of the line; empty if it isn't there. */
    private static String usualName(byte[] buffer, int start, int length) {
        if (length < USUAL_START.length) {
            return "";
        }
        for (int i = 0; i < USUAL_START.length; i++) {
            if (buffer[start + i] != USUAL_START[i]) {
                return "";
            }
        }
        int from = start + USUAL_START.length;
        int to = Math.min(start + length, from + MAX_EVENT_NAME);
        for (int i = from; i < to; i++) {
            if (buffer[i] == '"') {
                return new String(buffer, from, i - from, StandardCharsets.ISO_8859_1);
            }
            if (buffer[i] == '\\' || buffer[i] < ' ') {
                return "";
            }
        }
        return "";
    }

    private String findName(byte[] buffer, int start, int length) {
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), buffer, start, length)) {
            JsonCursor cursor = new JsonCursor(parser);
            if (cursor.enterObject()) {
                while (cursor.nextField()) {
                    if (cursor.name().equals("Event")) {
                        return cursor.text(MAX_EVENT_NAME);
                    }
                }
            }
            return "";
        }
    }

    private Runnable readEvent(String event, JsonCursor cursor) {
        return switch (event) {
            case "SparkListenerTaskEnd" -> {
                TaskEnd task = taskEnds.read(cursor);
                yield () -> add(task);
            }
            case "SparkListenerStageSubmitted", "SparkListenerStageCompleted" -> readStage(cursor);
            case "SparkListenerJobStart" -> readJobStart(cursor);
            case "SparkListenerJobEnd" -> readJobEnd(cursor);
            case "SparkListenerLogStart" -> readLogStart(cursor);
            case "SparkListenerApplicationStart" -> readApplicationStart(cursor);
            case "SparkListenerApplicationEnd" -> readApplicationEnd(cursor);
            case "SparkListenerEnvironmentUpdate" -> readEnvironment(cursor);
            case "SparkListenerExecutorAdded" -> readExecutorAdded(cursor);
            case "SparkListenerExecutorRemoved" -> readExecutorRemoved(cursor);
            case "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart" -> readSql(cursor, false);
            case "org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveExecutionUpdate" -> readSql(cursor, true);
            default -> OwnEventReader.reads(event) ? OwnEventReader.read(event, cursor, application) : () -> {};
        };
    }

    private void add(TaskEnd task) {
        if (task.stageId < 0) {
            damagedLines++;
            return;
        }
        StageLog stage = application.stage(task.stageId, task.stageAttempt);
        if (task.taskId >= 0) {
            long kind = "Resubmitted".equals(task.reason)
                    ? RESUBMITTED
                    : task.outcome().ordinal();
            if (!seenEnds.add(task.taskId << 2 | kind)) {
                stage.countRepeated();
                return;
            }
        }
        boolean measured = measuredTasks < limits.maxTasks();
        measuredTasks += measured ? 1 : 0;
        stage.add(task, application.executorNumber(task.executor, task.host), measured);
    }

    private Runnable readStage(JsonCursor cursor) {
        StageInfoReader stage = new StageInfoReader(texts);
        boolean found = false;
        while (cursor.nextField()) {
            if (cursor.name().equals("Stage Info")) {
                found = stage.read(cursor);
            }
        }
        boolean complete = found;
        return () -> {
            if (complete) {
                stage.into(application);
            } else {
                damagedLines++;
            }
        };
    }

    private Runnable readJobStart(JsonCursor cursor) {
        int id = -1;
        long submitted = 0;
        long sql = -1;
        String description = "";
        List<Integer> stages = List.of();
        while (cursor.nextField()) {
            switch (cursor.name()) {
                case "Job ID" -> id = cursor.count(-1);
                case "Submission Time" -> submitted = cursor.number();
                case "Stage IDs" -> stages = StageInfoReader.ids(cursor);
                case "Properties" -> {
                    if (cursor.enterObject()) {
                        while (cursor.nextField()) {
                            switch (cursor.name()) {
                                case "spark.sql.execution.id" -> sql = cursor.number(-1);
                                case "spark.job.description" -> description = cursor.text(MAX_TEXT);
                                default -> {}
                            }
                        }
                    }
                }
                default -> {}
            }
        }
        JobLog job = new JobLog(id, stages, submitted, 0, false, sql, description);
        return () -> application.put(job);
    }

    private Runnable readJobEnd(JsonCursor cursor) {
        int id = -1;
        long ended = 0;
        boolean failed = false;
        while (cursor.nextField()) {
            switch (cursor.name()) {
                case "Job ID" -> id = cursor.count(-1);
                case "Completion Time" -> ended = cursor.number();
                case "Job Result" -> {
                    if (cursor.enterObject()) {
                        while (cursor.nextField()) {
                            failed |= cursor.name().equals("Result")
                                    && cursor.text(MAX_TEXT).equals("JobFailed");
                        }
                    }
                }
                default -> {}
            }
        }
        int job = id;
        long time = ended;
        boolean hasFailed = failed;
        return () -> application.job(job).ifPresent(started -> application.put(started.withEnd(time, hasFailed)));
    }

    /** A log begins; behind the end of an application this is the log of another one. */
    private Runnable readLogStart(JsonCursor cursor) {
        String version = "";
        while (cursor.nextField()) {
            if (cursor.name().equals("Spark Version")) {
                version = cursor.text(MAX_TEXT);
            }
        }
        String found = version;
        return () -> {
            if (application.endSeen) {
                begin();
            }
            versionOfNext = found;
            if (application.sparkVersion.isEmpty()) {
                application.sparkVersion = found;
            }
        };
    }

    private Runnable readApplicationStart(JsonCursor cursor) {
        String id = "";
        String attempt = "";
        String name = "";
        long time = 0;
        while (cursor.nextField()) {
            switch (cursor.name()) {
                case "App ID" -> id = cursor.text(MAX_TEXT);
                case "App Attempt ID" -> attempt = cursor.text(MAX_TEXT);
                case "App Name" -> name = cursor.text(MAX_TEXT);
                case "Timestamp" -> time = cursor.number();
                default -> {}
            }
        }
        String newId = attempt.isEmpty() ? id : id + "_" + attempt;
        String newName = name;
        long started = time;
        return () -> {
            if (application.startSeen && !application.id.equals(newId)) {
                begin();
                application.sparkVersion = versionOfNext;
            }
            application.startSeen = true;
            application.id = newId;
            application.name = newName;
            application.started = started;
        };
    }

    private Runnable readApplicationEnd(JsonCursor cursor) {
        long time = 0;
        while (cursor.nextField()) {
            if (cursor.name().equals("Timestamp")) {
                time = cursor.number();
            }
        }
        long ended = time;
        return () -> {
            application.ended = ended;
            application.endSeen = true;
        };
    }

    private Runnable readEnvironment(JsonCursor cursor) {
        List<String> pairs = new ArrayList<>();
        while (cursor.nextField()) {
            if (cursor.name().equals("Spark Properties") && cursor.enterObject()) {
                while (cursor.nextField()) {
                    if (cursor.name().startsWith("spark.")) {
                        pairs.add(cursor.name());
                        pairs.add(cursor.text(MAX_TEXT));
                    }
                }
            }
        }
        return () -> {
            application.environmentSeen = true;
            for (int i = 0; i < pairs.size(); i += 2) {
                application.setting(pairs.get(i), pairs.get(i + 1));
            }
        };
    }

    private Runnable readExecutorAdded(JsonCursor cursor) {
        String id = "";
        String host = "";
        int cores = 0;
        long time = 0;
        while (cursor.nextField()) {
            switch (cursor.name()) {
                case "Executor ID" -> id = cursor.text(MAX_TEXT);
                case "Timestamp" -> time = cursor.number();
                case "Executor Info" -> {
                    if (cursor.enterObject()) {
                        while (cursor.nextField()) {
                            switch (cursor.name()) {
                                case "Host" -> host = cursor.text(MAX_TEXT);
                                case "Total Cores" -> cores = cursor.count(0);
                                default -> {}
                            }
                        }
                    }
                }
                default -> {}
            }
        }
        String executor = id;
        String onHost = host;
        int withCores = cores;
        long added = time;
        return () -> {
            if (!executor.isEmpty()) {
                int number = application.executorNumber(executor, onHost);
                ExecutorLog known = application.executors().get(number);
                application.set(number, known.withCores(withCores, added));
            }
        };
    }

    private Runnable readExecutorRemoved(JsonCursor cursor) {
        String id = "";
        String reason = "";
        long time = 0;
        while (cursor.nextField()) {
            switch (cursor.name()) {
                case "Executor ID" -> id = cursor.text(MAX_TEXT);
                case "Timestamp" -> time = cursor.number();
                case "Removed Reason" -> reason = cursor.text(MAX_TEXT);
                default -> {}
            }
        }
        String executor = id;
        String why = reason;
        long removed = time;
        return () -> {
            if (!executor.isEmpty()) {
                int number = application.executorNumber(executor, "");
                ExecutorLog known = application.executors().get(number);
                application.set(number, known.withRemoval(removed, why));
            }
        };
    }

    private Runnable readSql(JsonCursor cursor, boolean adaptive) {
        long id = -1;
        String description = "";
        List<PlanNode> nodes = List.of();
        while (cursor.nextField()) {
            switch (cursor.name()) {
                case "executionId" -> id = cursor.number(-1);
                case "description" -> description = cursor.text(MAX_TEXT);
                case "sparkPlanInfo" -> nodes = PlanReader.read(cursor);
                default -> {}
            }
        }
        long execution = id;
        String text = description;
        List<PlanNode> plan = nodes;
        return () -> {
            String known = application
                    .sqlExecution(execution)
                    .map(SqlExecution::description)
                    .orElse(text);
            application.put(new SqlExecution(execution, known.isEmpty() ? text : known, plan, adaptive));
        };
    }

    private void begin() {
        applications.add(application);
        application = new ApplicationLog();
        seenEnds = new LongSet();
        measuredTasks = 0;
    }
}
