package io.evenkeel.scheduler.task;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.scheduler.dag.ResultStage;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.scheduler.dag.StageGraph;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerSizes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Plays events to a scheduler, one by one, and keeps what it decided. Attempts are named by their file token, {@code
 * s1.0-p2.0} for stage 1, stage attempt 0, partition 2, attempt 0; shuffle {@code n} is written by stage {@code n}, and
 * job {@code n} has the result stage {@code 100 + n}.
 */
final class Script {

    static final SchedulingSettings PLAIN = new SchedulingSettings(4, 4, false, 1.5, 0.75);
    static final SchedulingSettings SPECULATING = new SchedulingSettings(4, 4, true, 1.5, 0.5);

    private final SchedulerCore core;
    private final Map<Integer, ShuffleMapStage> stages = new TreeMap<>();
    private final Map<String, Decision.LaunchTask> launched = new LinkedHashMap<>();
    private List<Decision> last = List.of();

    Script(SchedulingSettings settings) {
        this.core = new SchedulerCore(settings, AdaptiveRules.NONE);
    }

    SchedulerCore core() {
        return core;
    }

    Script stage(int shuffle, int tasks, Determinism determinism, Integer... inputs) {
        ShuffleMapStage stage = new ShuffleMapStage(
                new StageId(shuffle), tasks, shuffles(inputs), determinism, "map", new ShuffleId(shuffle), 3);
        stages.put(shuffle, stage);
        return this;
    }

    private static List<ShuffleId> shuffles(Integer... ids) {
        return Stream.of(ids).map(ShuffleId::new).toList();
    }

    Script submit(int job, int tasks, Integer... inputs) {
        ResultStage result =
                new ResultStage(new StageId(100 + job), tasks, shuffles(inputs), Determinism.DETERMINATE, "result");
        Map<ShuffleId, ShuffleMapStage> producers = new LinkedHashMap<>();
        List<Integer> open = new ArrayList<>(List.of(inputs));
        while (!open.isEmpty()) {
            ShuffleMapStage stage = Objects.requireNonNull(stages.get(open.remove(0)));
            producers.put(stage.output(), stage);
            stage.inputs().forEach(input -> open.add(input.value()));
        }
        return tell(new SchedulerEvent.JobSubmitted(StageGraph.whole(new JobId(job), result, producers)));
    }

    Script executors(int slots, String... names) {
        List<Decision> all = new ArrayList<>();
        for (String name : names) {
            tell(new SchedulerEvent.ExecutorAdded(new ExecutorId(name), slots));
            all.addAll(last);
        }
        last = all;
        return this;
    }

    Script lose(String executor) {
        return tell(new SchedulerEvent.ExecutorLost(new ExecutorId(executor), "killed"));
    }

    Script cancel(int job) {
        return tell(new SchedulerEvent.JobCancelled(new JobId(job), "enough"));
    }

    Script tick(long millis) {
        return tell(new SchedulerEvent.Tick(millis));
    }

    Script release(int shuffle) {
        return tell(new SchedulerEvent.ShuffleReleased(new ShuffleId(shuffle)));
    }

    /** These attempts succeed, one after the other. */
    Script succeed(String... attempts) {
        List<Decision> all = new ArrayList<>();
        for (String attempt : attempts) {
            Decision.LaunchTask launch = launch(attempt);
            boolean result = launch.attempt().stage().value() >= 100;
            Optional<MapStatus> output = result ? Optional.empty() : Optional.of(output(attempt));
            tell(new SchedulerEvent.TaskSucceeded(launch.attempt(), launch.executor(), output));
            all.addAll(last);
        }
        last = all;
        return this;
    }

    Script fail(String attempt) {
        return fail(attempt, new TaskFailure.Failed(ErrorCode.JOB_FAILED, true, "boom", "at ..."));
    }

    Script fail(String attempt, TaskFailure failure) {
        Decision.LaunchTask launch = launch(attempt);
        return tell(new SchedulerEvent.TaskFailed(launch.attempt(), launch.executor(), failure));
    }

    /** An attempt could not read what another attempt had written. */
    Script cannotRead(String attempt, String mapAttempt) {
        MapStatus output = output(mapAttempt);
        return fail(
                attempt,
                new TaskFailure.FetchFailure(
                        output.shuffle(), output.map(), output.attempt(), output.executor(), "no such file"));
    }

    /** Says whether the attempt may publish. */
    boolean mayPublish(String attempt) {
        Decision.LaunchTask launch = launch(attempt);
        tell(new SchedulerEvent.CommitRequested(launch.attempt(), launch.executor()));
        return last(Decision.AnswerCommit.class).get(0).granted();
    }

    Script tell(SchedulerEvent event) {
        last = core.handle(event);
        for (Decision.LaunchTask launch : last(Decision.LaunchTask.class)) {
            launched.put(launch.attempt().fileToken(), launch);
        }
        return this;
    }

    Decision.LaunchTask launch(String attempt) {
        Decision.LaunchTask launch = launched.get(attempt);
        if (launch == null) {
            throw new AssertionError(attempt + " was not launched, only " + launched.keySet());
        }
        return launch;
    }

    String executorOf(String attempt) {
        return launch(attempt).executor().value();
    }

    /** What this attempt of a map stage writes. */
    MapStatus output(String attempt) {
        Decision.LaunchTask launch = launch(attempt);
        TaskAttemptId id = launch.attempt();
        return new MapStatus(
                new ShuffleId(id.stage().value()),
                new MapIndex(id.partition().value()),
                id,
                launch.executor(),
                attempt,
                0,
                List.of(),
                ReducerSizes.of(new long[] {1, 1, 1}, 1));
    }

    /** What the last call made the scheduler decide, of one type. */
    <T extends Decision> List<T> last(Class<T> type) {
        return last.stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<String> launches() {
        return last(Decision.LaunchTask.class).stream()
                .map(launch -> launch.attempt().fileToken())
                .toList();
    }

    List<String> cancels() {
        return last(Decision.CancelTask.class).stream()
                .map(cancel -> cancel.attempt().fileToken())
                .toList();
    }

    List<String> drops() {
        return last(Decision.DropMapOutput.class).stream()
                .map(drop -> drop.output().attempt().fileToken())
                .toList();
    }

    List<Integer> succeededJobs() {
        return last(Decision.JobSucceeded.class).stream()
                .map(job -> job.job().value())
                .toList();
    }

    List<Decision.JobFailed> failedJobs() {
        return last(Decision.JobFailed.class);
    }

    List<StageOutcome> stageEnds() {
        return last(Decision.StageEnded.class).stream()
                .map(Decision.StageEnded::outcome)
                .toList();
    }
}
