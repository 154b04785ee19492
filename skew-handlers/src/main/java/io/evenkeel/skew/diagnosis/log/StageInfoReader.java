package io.evenkeel.skew.diagnosis.log;

import java.util.ArrayList;
import java.util.List;

/** Reads what an event says about a stage attempt into its {@link StageLog}. */
final class StageInfoReader {

    private static final int MAX_NAME = 300;
    private static final int MAX_DETAILS = 1_000;
    private static final int MAX_RDDS = 500;
    private static final int MAX_PARENTS = 1_000;

    private final SharedTexts texts;
    private final List<RddInfo> rdds = new ArrayList<>();
    private List<Integer> parents = List.of();
    private int id = -1;
    private int attempt;
    private String name = "";
    private String details = "";
    private String failure = "";
    private int declared;
    private long submitted;
    private long completed;

    StageInfoReader(SharedTexts texts) {
        this.texts = texts;
    }

    /** Reads the value the cursor stands on; false if it is no stage. */
    boolean read(JsonCursor json) {
        if (!json.enterObject()) {
            return false;
        }
        while (json.nextField()) {
            switch (json.name()) {
                case "Stage ID" -> id = json.count(-1);
                case "Stage Attempt ID" -> attempt = json.count(0);
                case "Stage Name" -> name = texts.share(json.text(MAX_NAME));
                case "Number of Tasks" -> declared = json.count(0);
                case "RDD Info" -> readRdds(json);
                case "Parent IDs" -> parents = ids(json);
                case "Details" -> details = texts.share(json.text(MAX_DETAILS));
                case "Submission Time" -> submitted = json.number();
                case "Completion Time" -> completed = json.number();
                case "Failure Reason" -> failure = json.text(MAX_NAME);
                default -> {}
            }
        }
        return id >= 0;
    }

    /** What was read, put into the application. */
    void into(ApplicationLog application) {
        StageLog stage = application.stage(id, attempt);
        stage.name = name.isEmpty() ? stage.name : name;
        stage.details = details.isEmpty() ? stage.details : details;
        stage.failureReason = failure.isEmpty() ? stage.failureReason : failure;
        stage.declaredTasks = declared == 0 ? stage.declaredTasks : declared;
        stage.submitted = submitted == 0 ? stage.submitted : submitted;
        stage.completed = completed == 0 ? stage.completed : completed;
        stage.rdds = rdds.isEmpty() ? stage.rdds : List.copyOf(rdds);
        stage.parents = parents.isEmpty() ? stage.parents : parents;
    }

    /** An array of small numbers; others are left out. */
    static List<Integer> ids(JsonCursor json) {
        List<Integer> ids = new ArrayList<>();
        if (json.enterArray()) {
            while (json.nextElement()) {
                int value = json.count(-1);
                if (value >= 0 && ids.size() < MAX_PARENTS) {
                    ids.add(value);
                }
            }
        }
        return ids;
    }

    private void readRdds(JsonCursor json) {
        if (!json.enterArray()) {
            return;
        }
        while (json.nextElement()) {
            if (json.enterObject()) {
                RddInfo rdd = readRdd(json);
                if (rdd.id() >= 0 && rdds.size() < MAX_RDDS) {
                    rdds.add(rdd);
                }
            }
        }
    }

    private RddInfo readRdd(JsonCursor json) {
        int rddId = -1;
        String rddName = "";
        String operator = "";
        String callSite = "";
        boolean persisted = false;
        List<Integer> rddParents = List.of();
        while (json.nextField()) {
            switch (json.name()) {
                case "RDD ID" -> rddId = json.count(-1);
                case "Name" -> rddName = texts.share(json.text(MAX_NAME));
                case "Scope" -> operator = texts.share(scopeName(json.text(MAX_DETAILS)));
                case "Callsite" -> callSite = texts.share(json.text(MAX_NAME));
                case "Parent IDs" -> rddParents = ids(json);
                case "Storage Level" -> persisted = readPersisted(json);
                default -> {}
            }
        }
        return new RddInfo(rddId, rddName, operator, callSite, rddParents, persisted);
    }

    private static boolean readPersisted(JsonCursor json) {
        boolean persisted = false;
        if (json.enterObject()) {
            while (json.nextField()) {
                switch (json.name()) {
                    case "Use Disk", "Use Memory", "Use Off Heap", "Use ExternalBlockStore", "Use Tachyon" ->
                        persisted |= json.flag();
                    default -> {}
                }
            }
        }
        return persisted;
    }

    /** The name in a scope, which is JSON inside a string: {@code {"id":"3","name":"reduceByKey"}}. */
    private static String scopeName(String scope) {
        String mark = "\"name\":\"";
        int from = scope.indexOf(mark);
        if (from < 0) {
            return "";
        }
        int start = from + mark.length();
        int end = scope.indexOf('"', start);
        return end < 0 ? "" : scope.substring(start, Math.min(end, start + MAX_NAME));
    }
}
