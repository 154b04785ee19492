package io.evenkeel.skew.diagnosis.log;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What a log says about one application. Confined to one thread; the parser fills it, then it is only read. */
public final class ApplicationLog {

    private static final int MAX_SETTINGS = 2_000;
    private static final int MAX_SQL = 20_000;
    private static final int MAX_PLAN_NODES = 50_000;
    private static final int MAX_STAGES = 100_000;
    private static final int MAX_JOBS = 100_000;
    private static final int MAX_EXECUTORS = 100_000;

    private final Map<Long, StageLog> stages = new LinkedHashMap<>();
    private final Map<Integer, JobLog> jobs = new LinkedHashMap<>();
    private final Map<Long, SqlExecution> sql = new LinkedHashMap<>();
    private final Map<String, String> settings = new HashMap<>();
    private final List<ExecutorLog> executors = new ArrayList<>();
    private final Map<Integer, ShuffleLog> shuffles = new LinkedHashMap<>();
    private final List<PlanChange> planChanges = new ArrayList<>();
    private final Map<String, Integer> executorNumbers = new HashMap<>();

    String id = "";
    String name = "";
    String sparkVersion = "";
    String engineVersion = "";
    long missingEvents;
    long started;
    long ended;
    boolean startSeen;
    boolean endSeen;
    boolean environmentSeen;
    boolean inProgressName;
    private boolean overLimit;
    private int planNodes;
    List<String> notes = List.of();
    LogQuality quality = new LogQuality(0, 0, 0, 0, 0, 0, false);

    /** A stage attempt, new if it was never heard of; above the limit one that is not part of the application. */
    StageLog stage(int stageId, int attempt) {
        StageLog known = stages.get(key(stageId, attempt));
        if (known != null) {
            return known;
        }
        StageLog stage = new StageLog(stageId, attempt);
        if (stages.size() < MAX_STAGES) {
            stages.put(key(stageId, attempt), stage);
        } else {
            overLimit = true;
        }
        return stage;
    }

    void put(JobLog job) {
        if (jobs.size() < MAX_JOBS || jobs.containsKey(job.id())) {
            jobs.put(job.id(), job);
        } else {
            overLimit = true;
        }
    }

    void put(SqlExecution execution) {
        SqlExecution known = sql.get(execution.id());
        if (known == null && sql.size() >= MAX_SQL) {
            return;
        }
        planNodes -= known == null ? 0 : known.nodes().size();
        boolean fits = planNodes + execution.nodes().size() <= MAX_PLAN_NODES;
        List<PlanNode> nodes = fits ? execution.nodes() : List.of();
        planNodes += nodes.size();
        sql.put(execution.id(), new SqlExecution(execution.id(), execution.description(), nodes, execution.adaptive()));
    }

    /** Changes what is known of the shuffle that a stage writes. */
    void shuffle(int stage, int shuffle, UnaryOperator<ShuffleLog> change) {
        if (stage >= 0 && (shuffles.size() < MAX_STAGES || shuffles.containsKey(stage))) {
            ShuffleLog known = shuffles.getOrDefault(stage, new ShuffleLog(shuffle, "", "", 0, List.of()));
            shuffles.put(stage, change.apply(known));
        }
    }

    void add(PlanChange change) {
        if (planChanges.size() < MAX_JOBS) {
            planChanges.add(change);
        } else {
            overLimit = true;
        }
    }

    void setting(String key, String value) {
        if (settings.size() < MAX_SETTINGS) {
            settings.put(key, value);
        }
    }

    /** Number of an executor, new if it was never seen. */
    int executorNumber(String executor, String host) {
        Integer known = executorNumbers.get(executor);
        if (known != null) {
            executors.set(known, executors.get(known).withHost(host));
            return known;
        }
        if (executors.size() >= MAX_EXECUTORS) {
            overLimit = true;
            return 0;
        }
        executorNumbers.put(executor, executors.size());
        executors.add(new ExecutorLog(executor, host, 0, 0, 0, ""));
        return executors.size() - 1;
    }

    void set(int number, ExecutorLog executor) {
        executors.set(number, executor);
    }

    /** Empty if the log lacks it. */
    public String id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** Version of Evenkeel that wrote the log; empty if something else did. */
    public String engineVersion() {
        return engineVersion;
    }

    /** How many events the log's writer says are missing. */
    public long missingEvents() {
        return missingEvents;
    }

    /** What is known of the shuffle that a stage writes. */
    public Optional<ShuffleLog> shuffleOf(int stage) {
        return Optional.ofNullable(shuffles.get(stage));
    }

    public List<PlanChange> planChanges() {
        return Collections.unmodifiableList(planChanges);
    }

    /** {@code unknown} where the log lacks it. */
    public String sparkVersion() {
        return sparkVersion.isEmpty() ? "unknown" : sparkVersion;
    }

    /** Milliseconds since 1970; 0 if unknown. */
    public long started() {
        return started;
    }

    /** Milliseconds since 1970; 0 if the log lacks the end. */
    public long ended() {
        return ended;
    }

    public boolean startSeen() {
        return startSeen;
    }

    public boolean endSeen() {
        return endSeen;
    }

    public boolean environmentSeen() {
        return environmentSeen;
    }

    /** Whether the file's name says that the application was still running. */
    public boolean inProgressName() {
        return inProgressName;
    }

    /** Whether the log has more stages, jobs or executors than are kept. */
    public boolean overLimit() {
        return overLimit;
    }

    public LogQuality quality() {
        return quality;
    }

    /** What is missing, as the files of the log show it. */
    public List<String> notes() {
        return notes;
    }

    /** Stage attempts in the order in which they were first heard of. */
    public Collection<StageLog> stages() {
        return Collections.unmodifiableCollection(stages.values());
    }

    public Collection<JobLog> jobs() {
        return Collections.unmodifiableCollection(jobs.values());
    }

    public Optional<JobLog> job(int jobId) {
        return Optional.ofNullable(jobs.get(jobId));
    }

    public Optional<SqlExecution> sqlExecution(long executionId) {
        return Optional.ofNullable(sql.get(executionId));
    }

    public Collection<SqlExecution> sqlExecutions() {
        return Collections.unmodifiableCollection(sql.values());
    }

    public List<ExecutorLog> executors() {
        return Collections.unmodifiableList(executors);
    }

    public Optional<String> setting(String key) {
        return Optional.ofNullable(settings.get(key));
    }

    /** Sum of all task ends. */
    public long taskEnds() {
        long sum = 0;
        for (StageLog stage : stages.values()) {
            sum += stage.taskEnds();
        }
        return sum;
    }

    private static long key(int stageId, int attempt) {
        return ((long) stageId << 32) | (attempt & 0xFFFFFFFFL);
    }
}
