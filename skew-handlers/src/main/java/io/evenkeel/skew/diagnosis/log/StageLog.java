package io.evenkeel.skew.diagnosis.log;

import java.util.ArrayList;
import java.util.List;

/** One attempt of a stage. Confined to one thread; the parser fills it, then it is only read. */
@SuppressWarnings("EnumOrdinal") // compact columns are kept by ordinal, within one run only
public final class StageLog {

    private static final int MAX_FAILED_KEPT = 200;

    private final int id;
    private final int attempt;
    private final TaskTable tasks = new TaskTable();
    private final List<FailedTask> failures = new ArrayList<>();
    private final int[] outcomes = new int[TaskOutcome.values().length];
    private int speculative;
    private int speculativeWins;
    private int repeated;
    private int unmeasured;

    String name = "";
    String details = "";
    int declaredTasks;
    long submitted;
    long completed;
    String failureReason = "";
    List<RddInfo> rdds = List.of();
    List<Integer> parents = List.of();

    StageLog(int id, int attempt) {
        this.id = id;
        this.attempt = attempt;
    }

    void add(TaskEnd task, int executor, boolean measured) {
        TaskOutcome outcome = task.outcome();
        outcomes[outcome.ordinal()]++;
        speculative += task.speculative ? 1 : 0;
        speculativeWins += task.speculative && outcome == TaskOutcome.SUCCEEDED ? 1 : 0;
        if (outcome == TaskOutcome.FAILED && failures.size() < MAX_FAILED_KEPT) {
            long bytes =
                    task.measures[Measure.INPUT_BYTES.ordinal()] + task.measures[Measure.SHUFFLE_READ_BYTES.ordinal()];
            long records = task.measures[Measure.INPUT_RECORDS.ordinal()]
                    + task.measures[Measure.SHUFFLE_READ_RECORDS.ordinal()];
            failures.add(new FailedTask(
                    task.index, task.attempt, task.problem, bytes, records, MemoryShortage.isNamedIn(task.problem)));
        }
        if (measured) {
            tasks.add(task, executor);
        } else {
            unmeasured++;
        }
    }

    void countRepeated() {
        repeated++;
    }

    public int id() {
        return id;
    }

    public int attempt() {
        return attempt;
    }

    /** The operation and line that made the stage, such as {@code count at Job.scala:20}. */
    public String name() {
        return name;
    }

    /** The call stack of that line, as far as the log has it. */
    public String details() {
        return details;
    }

    /** How many tasks the stage was planned with; 0 if the log lacks it. */
    public int declaredTasks() {
        return declaredTasks;
    }

    /** Milliseconds since 1970; 0 if unknown. */
    public long submitted() {
        return submitted;
    }

    /** Milliseconds since 1970; 0 if the log lacks the completion. */
    public long completed() {
        return completed;
    }

    /** Empty if the stage did not fail. */
    public String failureReason() {
        return failureReason;
    }

    public List<RddInfo> rdds() {
        return rdds;
    }

    /** Ids of the stages whose shuffle it reads. */
    public List<Integer> parents() {
        return parents;
    }

    public TaskTable tasks() {
        return tasks;
    }

    /** The first failed attempts. */
    public List<FailedTask> failures() {
        return List.copyOf(failures);
    }

    /** How many attempts ended so. */
    public int count(TaskOutcome outcome) {
        return outcomes[outcome.ordinal()];
    }

    /** All task ends. */
    public int taskEnds() {
        int sum = 0;
        for (int count : outcomes) {
            sum += count;
        }
        return sum;
    }

    /** Speculative copies among the task ends. */
    public int speculative() {
        return speculative;
    }

    /** Speculative copies that succeeded: they ended before the attempt that they were launched against. */
    public int speculativeWins() {
        return speculativeWins;
    }

    /** Task ends that the log holds twice; counted once. */
    public int repeated() {
        return repeated;
    }

    /** Task ends that were counted but whose measures went over the limit. */
    public int unmeasured() {
        return unmeasured;
    }
}
