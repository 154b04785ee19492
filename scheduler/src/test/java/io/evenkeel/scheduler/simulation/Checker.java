package io.evenkeel.scheduler.simulation;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.scheduler.dag.StageGraph;
import io.evenkeel.scheduler.dag.StageSpec;
import io.evenkeel.scheduler.task.Decision;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.shuffle.MapStatus;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Holds every decision against what the scheduler has been told so far. It keeps books of its own and shares no code with
 * the scheduler.
 */
final class Checker {

    private record Place(StageId stage, PartitionIndex partition) {}

    private record Output(ShuffleId shuffle, int map) {}

    private final Workload workload;
    private final JobEndings endings;
    private final Function<TaskAttemptId, Optional<Rows>> rowsOf;
    private final Map<ExecutorId, Integer> living = new LinkedHashMap<>();
    private final Set<ExecutorId> lost = new LinkedHashSet<>();
    private final Map<TaskAttemptId, ExecutorId> running = new LinkedHashMap<>();
    private final Map<TaskAttemptId, Decision.LaunchTask> launched = new LinkedHashMap<>();
    private final Map<StageId, StageAttempt> active = new LinkedHashMap<>();
    private final Map<Output, MapStatus> registered = new LinkedHashMap<>();
    private final Map<Place, TaskAttemptId> grants = new LinkedHashMap<>();
    private final Set<StageId> everGranted = new LinkedHashSet<>();
    private final Map<Place, TaskAttemptId> accepted = new LinkedHashMap<>();
    private final Map<Place, TaskAttemptId> published = new LinkedHashMap<>();
    private final Set<JobId> unfinished = new LinkedHashSet<>();
    private @Nullable TaskAttemptId succeededNow;

    Checker(Workload workload, int maxFailures, int maxAttempts, Function<TaskAttemptId, Optional<Rows>> rowsOf) {
        this.workload = workload;
        this.endings = new JobEndings(maxFailures, maxAttempts);
        this.rowsOf = rowsOf;
    }

    Set<JobId> unfinished() {
        return unfinished;
    }

    /** The scheduler is about to be told this. */
    void hears(SchedulerEvent event) {
        succeededNow = null;
        endings.hears(event, running);
        if (event instanceof SchedulerEvent.JobSubmitted job) {
            unfinished.add(job.graph().job());
        } else if (event instanceof SchedulerEvent.ExecutorAdded added) {
            if (!lost.contains(added.executor())) {
                living.putIfAbsent(added.executor(), added.slots());
            }
        } else if (event instanceof SchedulerEvent.ExecutorLost gone) {
            lost.add(gone.executor());
            living.remove(gone.executor());
            registered.values().removeIf(status -> status.executor().equals(gone.executor()));
            List.copyOf(running.keySet()).forEach(attempt -> end(attempt, gone.executor()));
        } else if (event instanceof SchedulerEvent.TaskFailed task) {
            end(task.attempt(), task.executor());
        } else if (event instanceof SchedulerEvent.TaskSucceeded task && end(task.attempt(), task.executor())) {
            succeededNow = task.attempt();
        }
    }

    private boolean end(TaskAttemptId attempt, ExecutorId executor) {
        if (!executor.equals(running.get(attempt))) {
            return false;
        }
        running.remove(attempt);
        grants.remove(place(attempt), attempt);
        return true;
    }

    /** The scheduler has decided this. */
    void decided(Decision decision) {
        if (decision instanceof Decision.LaunchTask launch) {
            launch(launch);
        } else if (decision instanceof Decision.CancelTask cancel) {
            Violation.unless(running.containsKey(cancel.attempt()), "cancels what does not run: " + cancel);
        } else if (decision instanceof Decision.AnswerCommit answer && answer.granted()) {
            grant(answer);
        } else if (decision instanceof Decision.AcceptMapOutput accept) {
            acceptOutput(accept.output());
        } else if (decision instanceof Decision.DropMapOutput drop) {
            MapStatus status = drop.output();
            registered.remove(new Output(status.shuffle(), status.map().value()), status);
        } else if (decision instanceof Decision.AcceptResult result) {
            acceptResult(result);
        } else if (decision instanceof Decision.StageStarted started) {
            StageAttempt before = active.put(started.stage(), started.attempt());
            Violation.unless(before == null, started + " while " + before + " is active (SPARK-27065)");
        } else if (decision instanceof Decision.StageEnded ended) {
            Violation.unless(active.remove(ended.stage(), ended.attempt()), "ends what is not active: " + ended);
        } else if (decision instanceof Decision.JobSucceeded job) {
            succeed(job.job());
        } else if (decision instanceof Decision.JobFailed job) {
            fail(job);
        }
    }

    private void launch(Decision.LaunchTask launch) {
        TaskAttemptId attempt = launch.attempt();
        int slots = living.getOrDefault(launch.executor(), 0);
        Violation.unless(slots > 0, "launches on an executor that is not there: " + attempt);
        Violation.unless(launched.put(attempt, launch) == null, "launches twice: " + attempt);
        Violation.unless(unfinished.contains(launch.job()), "launches for a job that has ended: " + attempt);
        Violation.unless(
                attempt.stageAttempt().equals(active.get(attempt.stage())),
                "launches for a stage attempt that is not active: " + attempt);
        running.put(attempt, launch.executor());
        long taken = running.values().stream().filter(launch.executor()::equals).count();
        Violation.unless(taken <= slots, "more tasks than slots on " + launch.executor());
        StageSpec stage = spec(attempt.stage());
        checkInputs(launch, stage);
        Violation.unless(
                launch.slice().equals(AdaptedReads.slice(stage, attempt.partition())),
                attempt + " reads " + launch.slice() + " of " + stage);
    }

    private StageSpec spec(StageId stage) {
        return workload.isMapStage(stage)
                ? workload.shuffle(new ShuffleId(stage.value()))
                : workload.job(workload.jobOf(stage)).result();
    }

    /** A task that reads fewer outputs than there are loses rows; one that reads an output twice doubles them. */
    private void checkInputs(Decision.LaunchTask launch, StageSpec stage) {
        Violation.unless(
                List.copyOf(launch.inputs().keySet()).equals(stage.inputs()),
                launch.attempt() + " reads " + launch.inputs().keySet() + " instead of " + stage.inputs());
        launch.inputs().forEach((shuffle, outputs) -> {
            ShuffleMapStage producer = workload.shuffle(shuffle);
            int maps = AdaptedReads.tasks(producer);
            Violation.unless(outputs.size() == maps, launch.attempt() + " reads " + outputs.size() + " of " + maps);
            for (int map = 0; map < maps; map++) {
                MapStatus status = outputs.get(map);
                if (!status.equals(registered.get(new Output(shuffle, map)))) {
                    throw new Violation(launch.attempt() + " reads for map " + map + " of " + shuffle
                            + " not what counts: " + status.attempt() + " on " + status.executor());
                }
            }
            checkSiblings(producer, map -> outputs.get(map).attempt());
        });
    }

    /** Parts that were cut from different outputs lack rows, or have some twice. */
    private void checkSiblings(StageSpec stage, IntFunction<TaskAttemptId> attemptOf) {
        for (AdaptedReads.Siblings siblings : AdaptedReads.siblings(stage)) {
            for (ShuffleId cutFrom : siblings.cutFrom()) {
                TaskAttemptId first = attemptOf.apply(siblings.firstTask());
                for (int task = siblings.firstTask() + 1; task < siblings.endTask(); task++) {
                    TaskAttemptId other = attemptOf.apply(task);
                    Violation.unless(
                            outputsRead(first, cutFrom).equals(outputsRead(other, cutFrom)),
                            first + " and " + other + " have read parts of " + cutFrom
                                    + " that were cut from different outputs");
                }
            }
        }
    }

    private List<TaskAttemptId> outputsRead(TaskAttemptId attempt, ShuffleId shuffle) {
        return Objects.requireNonNull(launched.get(attempt)).inputs().getOrDefault(shuffle, List.of()).stream()
                .map(MapStatus::attempt)
                .toList();
    }

    private void grant(Decision.AnswerCommit answer) {
        TaskAttemptId attempt = answer.attempt();
        Violation.unless(running.containsKey(attempt), "lets publish what does not run: " + attempt);
        everGranted.add(attempt.stage());
        TaskAttemptId holder = grants.putIfAbsent(place(attempt), attempt);
        Violation.unless(holder == null || holder.equals(attempt), holder + " and " + attempt + " may both publish");
        TaskAttemptId winner = accepted.get(place(attempt));
        Violation.unless(winner == null, attempt + " may publish after " + winner);
        Violation.unless(
                holder != null || attempt.stageAttempt().equals(active.get(attempt.stage())),
                "an attempt of an old stage attempt may publish: " + attempt);
    }

    /** An attempt that was allowed to has published. */
    void published(TaskAttemptId attempt) {
        published.put(place(attempt), attempt);
        TaskAttemptId winner = accepted.get(place(attempt));
        Violation.unless(winner == null || winner.equals(attempt), attempt + " publishes after " + winner);
    }

    private void acceptOutput(MapStatus status) {
        Violation.unless(status.attempt().equals(succeededNow), "accepts what did not just succeed: " + status);
        Output output = new Output(status.shuffle(), status.map().value());
        MapStatus before = registered.putIfAbsent(output, status);
        Violation.unless(before == null, "two outputs of one map: " + before + ", " + status);
    }

    private void acceptResult(Decision.AcceptResult result) {
        Violation.unless(result.attempt().equals(succeededNow), "accepts what did not just succeed: " + result);
        Violation.unless(unfinished.contains(result.job()), "accepts for a job that has ended: " + result);
        StageGraph graph = workload.job(result.job());
        Violation.unless(
                result.attempt().stage().equals(graph.result().id())
                        && result.attempt().partition().equals(result.partition())
                        && AdaptedReads.wanted(graph.result(), graph.partitions())
                                .contains(result.partition()),
                "accepts what was not wanted: " + result);
        TaskAttemptId before = accepted.put(place(result.attempt()), result.attempt());
        Violation.unless(before == null, "accepts one partition twice: " + before + ", " + result.attempt());
    }

    private void succeed(JobId job) {
        Violation.unless(unfinished.remove(job), "ends twice: " + job);
        StageGraph graph = workload.job(job);
        long[] sources = new long[workload.slots()];
        for (PartitionIndex partition : AdaptedReads.wanted(graph.result(), graph.partitions())) {
            TaskAttemptId attempt = accepted.get(new Place(graph.result().id(), partition));
            if (attempt == null) {
                throw new Violation(job + " lacks the rows of " + partition);
            }
            Rows rows = rowsOf.apply(attempt).orElseThrow();
            boolean mixed = Rows.merge(sources, rows.sources());
            Violation.unless(
                    !mixed && !rows.mixed(),
                    job + " has read two versions of the same rows, the last with " + attempt + " (SPARK-23207)");
            if (workload.publishes(job)) {
                TaskAttemptId publisher = published.get(new Place(graph.result().id(), partition));
                Violation.unless(attempt.equals(publisher), publisher + " has published, not " + attempt);
            }
        }
        checkSiblings(
                graph.result(),
                task -> Objects.requireNonNull(
                        accepted.get(new Place(graph.result().id(), new PartitionIndex(task)))));
        RowOracle.check(
                graph,
                sources,
                workload,
                partition -> rowsOf.apply(accepted.get(new Place(graph.result().id(), partition)))
                        .orElseThrow());
    }

    private void fail(Decision.JobFailed failed) {
        JobId job = failed.job();
        Violation.unless(unfinished.remove(job), "ends twice: " + job);
        StageGraph graph = workload.job(job);
        StageId result = graph.result().id();
        boolean anyPublished = everGranted.contains(result)
                || accepted.keySet().stream().anyMatch(place -> place.stage().equals(result));
        endings.checkReason(failed, graph, anyPublished);
        for (TaskAttemptId attempt : running.keySet()) {
            Violation.unless(
                    !names(job, attempt.stage())
                            || unfinished.stream().anyMatch(other -> names(other, attempt.stage())),
                    job + " is reported as ended while " + attempt + " runs");
        }
    }

    private boolean names(JobId job, StageId stage) {
        StageGraph graph = workload.job(job);
        return workload.isMapStage(stage)
                ? graph.producers().containsKey(new ShuffleId(stage.value()))
                : graph.result().id().equals(stage);
    }

    /** The scheduler has said all it has to say for now. */
    void settled() {
        boolean stuck = !unfinished.isEmpty() && !living.isEmpty() && running.isEmpty();
        Violation.unless(!stuck, "nothing runs, though executors are free, and these have not ended: " + unfinished);
    }

    /** Everything has been delivered, and every job has ended. */
    void finished() {
        Violation.unless(unfinished.isEmpty(), "hangs: " + unfinished);
        Violation.unless(running.isEmpty(), "still runs after the last job: " + running.keySet());
        Violation.unless(active.isEmpty(), "still active after the last job: " + active);
    }

    private static Place place(TaskAttemptId attempt) {
        return new Place(attempt.stage(), attempt.partition());
    }
}
