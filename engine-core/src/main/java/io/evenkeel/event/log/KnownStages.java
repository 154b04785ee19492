package io.evenkeel.event.log;

import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.StageDescription;
import io.evenkeel.id.JobId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stages of jobs that run, and the attempts of stages that run. Confined to the log's thread. */
final class KnownStages {

    /** One run of a stage. */
    private record Run(StageId stage, StageAttempt attempt) {}

    private final Map<JobId, List<StageDescription>> jobs = new LinkedHashMap<>();
    /** Of stages whose output later jobs may use again. */
    private final Map<StageId, Integer> nextAttempts = new HashMap<>();

    private final Map<Run, StageRun> runs = new LinkedHashMap<>();

    /**
     * Under which attempt a job that starts lists a stage: the one that runs, else the next one. Readers take a stage that
     * is listed anew under an attempt that has run for one that has not.
     */
    int listedAttempt(StageId stage) {
        return runs.values().stream()
                .filter(run -> run.description().id().equals(stage))
                .mapToInt(run -> run.attempt().value())
                .max()
                .orElse(nextAttempts.getOrDefault(stage, 0));
    }

    void add(EngineEvent.JobStarted job) {
        jobs.put(job.job(), job.stages());
    }

    /** Forgets a job; gives the attempts of its stages that no other job has and whose end was not told. */
    List<StageRun> remove(JobId job) {
        List<StageDescription> left = jobs.remove(job);
        List<StageRun> open = new ArrayList<>();
        runs.values().removeIf(run -> {
            StageId stage = run.description().id();
            boolean over = left != null
                    && left.stream().anyMatch(known -> known.id().equals(stage))
                    && description(stage).isEmpty();
            return over && open.add(run);
        });
        return open;
    }

    boolean isIdle() {
        return jobs.isEmpty();
    }

    /** The description that a running job gave; empty if that event is missing. */
    Optional<StageDescription> description(StageId stage) {
        return jobs.values().stream()
                .flatMap(List::stream)
                .filter(known -> known.id().equals(stage))
                .findFirst();
    }

    StageRun started(EngineEvent.StageStarted started, long millis) {
        StageDescription description = description(started.stage())
                .orElseGet(() -> new StageDescription(
                        started.stage(), started.name(), started.tasks(), List.of(), List.of(), Optional.empty()));
        StageRun run = new StageRun(description, started.attempt(), started.tasks(), millis);
        runs.put(new Run(started.stage(), started.attempt()), run);
        if (description.output().isPresent()) {
            nextAttempts.put(started.stage(), started.attempt().value() + 1);
        }
        return run;
    }

    Optional<StageRun> run(StageId stage, StageAttempt attempt) {
        return Optional.ofNullable(runs.get(new Run(stage, attempt)));
    }

    Optional<StageRun> ended(StageId stage, StageAttempt attempt) {
        return Optional.ofNullable(runs.remove(new Run(stage, attempt)));
    }
}
