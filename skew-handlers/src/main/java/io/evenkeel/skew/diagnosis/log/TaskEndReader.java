package io.evenkeel.skew.diagnosis.log;

/** Reads task ends of all Spark versions into one {@link TaskEnd}. Confined to one thread. */
final class TaskEndReader {

    private static final int MAX_NAME = 200;
    private static final int MAX_LINE = 300;
    private static final int MAX_PROBLEM = 4_000;

    private final TaskEnd task = new TaskEnd();

    /** Reads the fields of an event whose object was entered; the result is valid until the next call. */
    TaskEnd read(JsonCursor json) {
        task.clear();
        while (json.nextField()) {
            switch (json.name()) {
                case "Stage ID" -> task.stageId = json.count(-1);
                case "Stage Attempt ID" -> task.stageAttempt = json.count(0);
                case "Task End Reason" -> readReason(json);
                case "Task Info" -> readInfo(json);
                case "Task Metrics" -> readMetrics(json);
                default -> {}
            }
        }
        return task;
    }

    private void readReason(JsonCursor json) {
        String className = "";
        String text = "";
        if (!json.enterObject()) {
            return;
        }
        while (json.nextField()) {
            switch (json.name()) {
                case "Reason" -> task.reason = json.text(MAX_NAME);
                case "Class Name" -> className = json.text(MAX_NAME);
                case "Description", "Loss Reason", "Kill Reason", "Message" -> text = json.text(MAX_PROBLEM);
                case "Metrics" -> readMetrics(json);
                default -> {}
            }
        }
        if (!"Success".equals(task.reason)) {
            String what = className.isEmpty() ? task.reason : className;
            String line = tellingLine(text);
            task.problem = line.isEmpty() ? what : what + ": " + line;
        }
    }

    /** The first line of an error; of a Python error the last, which names it. */
    private static String tellingLine(String text) {
        String line = text.lines().findFirst().orElse("");
        if (line.startsWith("Traceback")) {
            line = text.lines().filter(each -> !each.isBlank()).reduce(line, (first, last) -> last);
        }
        return line.length() <= MAX_LINE ? line : line.substring(0, MAX_LINE);
    }

    private void readInfo(JsonCursor json) {
        if (!json.enterObject()) {
            return;
        }
        while (json.nextField()) {
            switch (json.name()) {
                case "Task ID" -> task.taskId = json.number(-1);
                case "Index" -> task.index = json.count(-1);
                case "Attempt" -> task.attempt = json.count(0);
                case "Launch Time" -> task.set(Measure.LAUNCHED, json.number());
                case "Finish Time" -> task.set(Measure.FINISHED, json.number());
                case "Executor ID" -> task.executor = json.text(MAX_NAME);
                case "Host" -> task.host = json.text(MAX_NAME);
                case "Locality" -> task.locality = Locality.of(json.text(MAX_NAME));
                case "Speculative" -> task.speculative = json.flag();
                case "Failed" -> task.failedFlag = json.flag();
                case "Killed" -> task.killedFlag = json.flag();
                default -> {}
            }
        }
    }

    private void readMetrics(JsonCursor json) {
        if (!json.enterObject()) {
            return;
        }
        while (json.nextField()) {
            switch (json.name()) {
                case "Executor Run Time" -> task.set(Measure.RUN_MILLIS, json.number());
                case "JVM GC Time" -> task.set(Measure.GC_MILLIS, json.number());
                case "Memory Bytes Spilled" -> task.set(Measure.MEMORY_SPILL_BYTES, json.number());
                case "Disk Bytes Spilled" -> task.set(Measure.DISK_SPILL_BYTES, json.number());
                case "Input Metrics" -> readInput(json);
                case "Output Metrics" -> readOutput(json);
                case "Shuffle Read Metrics" -> readShuffleRead(json);
                case "Shuffle Write Metrics" -> readShuffleWrite(json);
                default -> {}
            }
        }
    }

    private void readInput(JsonCursor json) {
        if (!json.enterObject()) {
            return;
        }
        while (json.nextField()) {
            switch (json.name()) {
                case "Data Read Method" -> task.readFromMemory = "Memory".equals(json.text(MAX_NAME));
                case "Bytes Read" -> task.set(Measure.INPUT_BYTES, json.number());
                case "Records Read" -> task.set(Measure.INPUT_RECORDS, json.number());
                default -> {}
            }
        }
    }

    private void readOutput(JsonCursor json) {
        if (!json.enterObject()) {
            return;
        }
        while (json.nextField()) {
            switch (json.name()) {
                case "Bytes Written" -> task.set(Measure.OUTPUT_BYTES, json.number());
                case "Records Written" -> task.set(Measure.OUTPUT_RECORDS, json.number());
                default -> {}
            }
        }
    }

    /** Before Spark 1.2 only remote bytes were counted; later the sum of both is what a task reads. */
    private void readShuffleRead(JsonCursor json) {
        if (!json.enterObject()) {
            return;
        }
        task.set(Measure.SHUFFLE_READ_BYTES, 0);
        while (json.nextField()) {
            switch (json.name()) {
                case "Remote Bytes Read", "Local Bytes Read" -> task.add(Measure.SHUFFLE_READ_BYTES, json.number());
                case "Total Records Read" -> task.set(Measure.SHUFFLE_READ_RECORDS, json.number());
                case "Fetch Wait Time" -> task.set(Measure.FETCH_WAIT_MILLIS, json.number());
                default -> {}
            }
        }
    }

    private void readShuffleWrite(JsonCursor json) {
        if (!json.enterObject()) {
            return;
        }
        while (json.nextField()) {
            switch (json.name()) {
                case "Shuffle Bytes Written" -> task.set(Measure.SHUFFLE_WRITE_BYTES, json.number());
                case "Shuffle Records Written" -> task.set(Measure.SHUFFLE_WRITE_RECORDS, json.number());
                default -> {}
            }
        }
    }
}
