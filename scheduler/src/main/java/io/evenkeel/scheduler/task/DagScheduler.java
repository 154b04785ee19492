package io.evenkeel.scheduler.task;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.scheduler.dag.StageGraph;
import io.evenkeel.shuffle.MapStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which stages run: those that an unfinished job needs, as soon as their inputs are complete. Confined to the scheduler's
 * thread.
 *
 * <p>Nothing here remembers what waits for what. After every event {@link #reconcile} works out from the map outputs that
 * exist what each job still needs, starts what can start and stops what nobody needs. So there is no list of waiting
 * stages that a failure could leave in a wrong state, and no event after which a job could be forgotten.
 *
 * <p>A stage asks for its inputs only while it has tasks to launch. When an executor is lost while the last tasks of a
 * stage run, these may have read all they need; their inputs are made again only if one of them says that they are gone.
 */
final class DagScheduler {

    private final MapOutputTracker tracker;
    private final OutputCommitCoordinator coordinator;
    private final TaskScheduler tasks;
    private final ReadPlanner planner;
    private final Decisions decisions;
    private final Map<JobId, Job> jobs = new LinkedHashMap<>();
    private final Map<JobId, Job.Ending> ending = new LinkedHashMap<>();
    private final NavigableMap<StageId, StageState> stages = new TreeMap<>();
    private final Map<StageState, JobId> needed = new LinkedHashMap<>();

    DagScheduler(
            MapOutputTracker tracker,
            OutputCommitCoordinator coordinator,
            TaskScheduler tasks,
            ReadPlanner planner,
            Decisions decisions) {
        this.tracker = tracker;
        this.coordinator = coordinator;
        this.tasks = tasks;
        this.planner = planner;
        this.decisions = decisions;
    }

    /** The stages that the last {@link #reconcile} found to be needed, each with the first job that needs it. */
    Map<StageState, JobId> needed() {
        return Collections.unmodifiableMap(needed);
    }

    Collection<StageState> stages() {
        return Collections.unmodifiableCollection(stages.values());
    }

    /** Whether a job still names the stage; else it is an old object, and so are its attempts. */
    boolean isLive(StageState stage) {
        return stages.get(stage.spec().id()) == stage;
    }

    @Nullable
    StageState producerOf(ShuffleId shuffle) {
        return tracker.find(shuffle)
                .map(outputs -> stages.get(outputs.producer().id()))
                .orElse(null);
    }

    int stateSize() {
        return jobs.size() + ending.size() + stages.size() + needed.size();
    }

    void submit(StageGraph graph) {
        JobId id = graph.job();
        if (jobs.containsKey(id) || ending.containsKey(id)) {
            return;
        }
        Optional<String> contradiction = contradiction(graph);
        if (contradiction.isPresent()) {
            decisions.add(new Decision.JobFailed(id, ErrorCode.INTERNAL, contradiction.get(), Optional.empty()));
            return;
        }
        List<StageState> named = new ArrayList<>();
        for (ShuffleMapStage producer : graph.producers().values()) {
            ShuffleOutputs outputs = tracker.getOrCreate(producer);
            named.add(stages.computeIfAbsent(producer.id(), stage -> new MapStageState(outputs)));
        }
        ResultStageState result = new ResultStageState(graph);
        stages.put(graph.result().id(), result);
        named.add(result);
        named.forEach(stage -> stage.jobs().add(id));
        Job job = new Job(id, List.copyOf(named), result);
        jobs.put(id, job);
        Set<StageState> toRun = new LinkedHashSet<>();
        require(result, toRun, false);
        for (StageState stage : named) {
            boolean isAhead =
                    stage.spec() instanceof ShuffleMapStage map && map.output().isOfParts();
            if (!isAhead && !toRun.contains(stage)) {
                decisions.add(new Decision.StageSkipped(id, stage.spec().id()));
            }
        }
    }

    private Optional<String> contradiction(StageGraph graph) {
        for (ShuffleMapStage producer : graph.producers().values()) {
            Optional<ShuffleMapStage> known = tracker.find(producer.output()).map(ShuffleOutputs::producer);
            if (known.isPresent() && !known.get().equals(producer)) {
                return Optional.of(graph.job() + " takes " + producer.output() + " to be written by "
                        + producer.id() + " " + producer + ", but it is written by "
                        + known.get().id() + " "
                        + known.get());
            }
            StageState stage = stages.get(producer.id());
            if (stage != null && !stage.spec().equals(producer)) {
                return Optional.of(graph.job() + " and another job use " + producer.id() + " for different stages");
            }
        }
        if (stages.containsKey(graph.result().id())) {
            return Optional.of(graph.job() + " has the same result stage as another job: " + graph.result());
        }
        return Optional.empty();
    }

    void cancel(JobId id, String reason) {
        Job job = jobs.get(id);
        if (job != null) {
            fail(job, ErrorCode.JOB_CANCELLED, id + " was cancelled: " + reason, Optional.empty());
        }
    }

    void release(ShuffleId shuffle) {
        Optional<ShuffleOutputs> outputs = tracker.find(shuffle);
        outputs.ifPresent(ShuffleOutputs::release);
        if (outputs.isPresent() && producerOf(shuffle) == null) {
            decisions.drop(outputs.get().clear());
            tracker.forget(shuffle);
            planner.forget(shuffle);
        }
    }

    /** Ends jobs that have all they want, starts stages that can start, stops those that no job needs. */
    void reconcile() {
        for (Job job : List.copyOf(jobs.values())) {
            if (job.result().isDone()) {
                succeed(job);
            }
        }
        while (startOne()) {
            // a start may take back what other stages have done: look again
        }
        for (StageState stage : stages.values()) {
            if (stage.active() != null && !needed.containsKey(stage)) {
                close(stage, StageOutcome.STOPPED, "no job needs it now");
                tasks.cancel(stage.running(), "no job needs " + stage + " now");
            }
            stage.forgetEnded();
        }
    }

    private boolean startOne() {
        needed.clear();
        for (Job job : jobs.values()) {
            for (StageState stage : neededBy(job)) {
                needed.putIfAbsent(stage, job.id());
            }
        }
        for (Map.Entry<StageState, JobId> entry : needed.entrySet()) {
            StageState stage = entry.getKey();
            if (hasTasksToLaunch(stage) && tracker.areComplete(stage.spec().inputs())) {
                if (stage.reading().isStale(tracker)) {
                    cutAgain(stage);
                    return true;
                } else if (stage.active() == null) {
                    start(stage, entry.getValue());
                    return true;
                }
            }
        }
        return false;
    }

    private Set<StageState> neededBy(Job job) {
        Set<StageState> found = new LinkedHashSet<>();
        require(job.result(), found, true);
        return found;
    }

    private void require(StageState stage, Set<StageState> found, boolean onlyForLaunches) {
        if (!found.add(stage) || (onlyForLaunches && !hasTasksToLaunch(stage))) {
            return;
        }
        for (ShuffleId input : stage.spec().inputs()) {
            StageState producer = producerOf(input);
            if (producer != null && !producer.isDone()) {
                require(producer, found, onlyForLaunches);
            }
        }
    }

    private boolean hasTasksToLaunch(StageState stage) {
        TaskSet active = stage.active();
        if (active != null) {
            return active.anyPending(tasks::isLaunchable);
        }
        StageId id = stage.spec().id();
        if (!coordinator.isHeld(id)) {
            return !stage.isDone();
        }
        return stage.missing().stream().anyMatch(partition -> !coordinator.isHeld(id, partition));
    }

    private void start(StageState stage, JobId job) {
        if (stage instanceof MapStageState map && !map.isRepeatable()) {
            beginAgain(map);
            if (!isLive(stage)) {
                return;
            }
        }
        if (!stage.reading().isDecided()) {
            StageReads reads = planner.decide(stage.spec());
            stage.reading().decide(reads, tracker);
            stage.decided(reads);
            if (stage.isDone()) {
                return; // nothing is hot that would have to be combined ahead
            }
        }
        TaskSet set = stage.open();
        decisions.add(new Decision.StageStarted(job, stage.spec().id(), set.attempt(), set.size()));
    }

    /**
     * Siblings read parts of rows that come in another order since a map ran again: parts of before and of now don't make
     * up the whole. So they all read again, and what they gave is dropped; where a part was published the job fails.
     */
    private void cutAgain(StageState stage) {
        List<PartitionIndex> siblings = stage.reading().reads().siblings();
        StageId id = stage.spec().id();
        boolean isPublished = stage instanceof ResultStageState
                && siblings.stream().anyMatch(task -> !stage.isMissing(task) || coordinator.isHeld(id, task));
        if (isPublished) {
            failCut((ResultStageState) stage);
            return;
        }
        String reason = "parts of rows that " + stage + " has read were made anew, and may lie in another order";
        close(stage, StageOutcome.ROLLED_BACK, reason);
        tasks.cancel(
                stage.running().stream()
                        .filter(run ->
                                stage.reading().reads().isSibling(run.task().partition()))
                        .toList(),
                reason);
        stage.reading().cutAgain(tracker);
        if (stage instanceof MapStageState map) {
            dropSiblings(map, siblings, reason);
        }
    }

    private void dropSiblings(MapStageState stage, List<PartitionIndex> siblings, String reason) {
        List<MapStatus> dropped = stage.outputs().unregister(siblings);
        decisions.drop(dropped);
        for (StageState reader : stages.values()) {
            if (!dropped.isEmpty()
                    && reader.spec().inputs().contains(stage.spec().output())) {
                close(reader, StageOutcome.ROLLED_BACK, reason);
                tasks.cancel(reader.running(), reason);
            }
        }
    }

    private void failCut(ResultStageState stage) {
        Job job = jobs.get(stage.job());
        if (job != null) {
            String message =
                    job.id() + " cannot go on: " + stage + " reads a large partition in parts, and one part was"
                            + " published before a map output that all parts were cut from was lost; the map's rows come in"
                            + " another order now. Run the job again.";
            fail(job, ErrorCode.SHUFFLE_OUTPUT_LOST, message, Optional.empty());
        }
    }

    /** Rows that cannot be repeated are made anew as a whole, and so is everything made from them. */
    private void beginAgain(MapStageState stage) {
        invalidate(stage.outputs(), stage);
        ShuffleId shuffle = stage.spec().output();
        Rollback rollback = Rollback.of(shuffle, tracker, stages.values());
        String reason = "the rows of " + stage + " are made anew, and differ from those read before";
        for (ShuffleOutputs outputs : rollback.shuffles()) {
            StageState reader = producerOf(outputs.producer().output());
            if (reader != null) {
                close(reader, StageOutcome.ROLLED_BACK, reason);
            }
            invalidate(outputs, reader);
        }
        for (ResultStageState result : rollback.results()) {
            if (result.anyAccepted() || coordinator.isHeld(result.spec().id())) {
                failPublished(result, stage);
            } else {
                close(result, StageOutcome.ROLLED_BACK, reason);
                tasks.cancel(result.running(), reason);
                result.beginGeneration();
            }
        }
    }

    private void invalidate(ShuffleOutputs outputs, @Nullable StageState producer) {
        decisions.drop(outputs.clear());
        outputs.beginGeneration();
        if (producer != null) {
            tasks.cancel(producer.running(), producer + " begins again");
        }
    }

    private void failPublished(ResultStageState result, MapStageState remade) {
        Job job = jobs.get(result.job());
        if (job != null) {
            String message = job.id() + " cannot go on: part of " + result + " was published from rows of " + remade
                    + ", whose output was lost since, and a rerun of " + remade + " gives other rows ("
                    + remade.spec().determinism() + "). Run the job again, or make the rows repeatable: sort them by a"
                    + " total order, or write and read them back before this point.";
            fail(job, ErrorCode.SHUFFLE_OUTPUT_LOST, message, Optional.empty());
        }
    }

    /** Ends the active attempt of a stage, if there is one; its tasks run on. */
    void close(StageState stage, StageOutcome outcome, String reason) {
        TaskSet set = stage.active();
        if (set != null) {
            stage.close();
            decisions.add(new Decision.StageEnded(stage.spec().id(), set.attempt(), outcome, reason));
        }
    }

    /** Fails every job that cannot get its result without this stage. */
    void failJobsThatNeed(StageState stage, ErrorCode code, String message, Optional<TaskAttemptId> cause) {
        for (Job job : List.copyOf(jobs.values())) {
            if (stage.jobs().contains(job.id()) && neededBy(job).contains(stage)) {
                fail(job, code, job.id() + " failed: " + message, cause);
            }
        }
    }

    private void succeed(Job job) {
        leave(job, "job done");
        decisions.add(new Decision.JobSucceeded(job.id()));
    }

    private void fail(Job job, ErrorCode code, String message, Optional<TaskAttemptId> cause) {
        Set<TaskAttemptId> stillRunning = new LinkedHashSet<>();
        leave(job, message).forEach(run -> stillRunning.add(run.id()));
        Decision.JobFailed failure = job.failure(code, message, cause);
        if (stillRunning.isEmpty()) {
            decisions.add(failure);
        } else {
            ending.put(job.id(), new Job.Ending(job, failure, stillRunning));
        }
    }

    /** Forgets a job and the stages that it alone names; returns the attempts of these that still run. */
    private List<RunningAttempt> leave(Job job, String reason) {
        jobs.remove(job.id());
        List<RunningAttempt> left = new ArrayList<>();
        for (StageState stage : job.stages()) {
            stage.jobs().remove(job.id());
            if (stage.jobs().isEmpty()) {
                StageOutcome outcome = stage.isDone() ? StageOutcome.SUCCEEDED : StageOutcome.STOPPED;
                List<RunningAttempt> running = stage.running();
                close(stage, outcome, reason);
                tasks.cancel(running, reason);
                left.addAll(running);
                ending.values().forEach(failed -> failed.waitFor(stage, running));
                StageId id = stage.spec().id();
                stages.remove(id);
                needed.remove(stage);
                coordinator.forget(id);
                if (stage instanceof MapStageState map && map.outputs().isReleased()) {
                    release(map.spec().output());
                }
            }
        }
        return left;
    }

    /** An attempt has ended: reports jobs that had failed and waited for it. */
    void ended(TaskAttemptId attempt) {
        for (Iterator<Job.Ending> each = ending.values().iterator(); each.hasNext(); ) {
            Job.Ending failed = each.next();
            if (failed.stillRunning().remove(attempt) && failed.stillRunning().isEmpty()) {
                decisions.add(failed.failure());
                each.remove();
            }
        }
    }
}
