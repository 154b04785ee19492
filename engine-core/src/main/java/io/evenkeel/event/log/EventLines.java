package io.evenkeel.event.log;

import io.evenkeel.event.EngineEvent;
import io.evenkeel.id.TaskAttemptId;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** Turns events into lines of JSON. Confined to the log's thread. */
final class EventLines {

    private final JsonFactory factory =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private final ApplicationLines application;
    private final OwnLines own;
    private final ByteArrayOutputStream out;
    private final KnownStages stages = new KnownStages();
    private final Map<TaskAttemptId, RunningTask> tasks = new HashMap<>();
    private long nextTask;
    private boolean eventsMissing;

    /**
     * Makes lines.
     *
     * @param out what they are appended to
     */
    EventLines(ApplicationLines application, OwnLines own, ByteArrayOutputStream out) {
        this.application = application;
        this.own = own;
        this.out = out;
    }

    /** What every log begins with. */
    void begin(String version) {
        line(ApplicationLines::logStart);
        line(json -> OwnLines.logStart(json, version));
        line(application::applicationStart);
        line(application::environment);
    }

    void end(long millis) {
        line(json -> ApplicationLines.applicationEnd(json, millis));
    }

    /** So many events were not written. */
    void missing(long millis, long events) {
        eventsMissing = true;
        line(json -> OwnLines.missing(json, millis, events));
    }

    void event(long millis, EngineEvent event) {
        if (event instanceof EngineEvent.TaskStarted started) {
            taskStarted(millis, started);
        } else if (event instanceof EngineEvent.TaskEnded ended) {
            taskEnded(millis, ended);
        } else if (event instanceof EngineEvent.StageStarted started) {
            StageRun run = stages.started(started, millis);
            line(json -> StageLines.started(json, run));
        } else if (event instanceof EngineEvent.StageEnded ended) {
            stages.ended(ended.stage(), ended.attempt())
                    .ifPresent(run -> line(json -> StageLines.ended(json, run, millis, ended.problem())));
        } else if (event instanceof EngineEvent.JobStarted job) {
            stages.add(job);
            line(json -> StageLines.jobStarted(json, millis, job, stages));
        } else if (event instanceof EngineEvent.JobEnded job) {
            jobEnded(millis, job);
        } else {
            rareEvent(millis, event);
        }
    }

    private void jobEnded(long millis, EngineEvent.JobEnded job) {
        Optional<String> reason = Optional.of("its job ended");
        for (StageRun open : stages.remove(job.job())) {
            line(json -> StageLines.ended(json, open, millis, reason));
        }
        line(json -> StageLines.jobEnded(json, millis, job));
        if (eventsMissing && stages.isIdle()) {
            tasks.clear(); // their ends may be among what is missing
        }
    }

    private void rareEvent(long millis, EngineEvent event) {
        if (event instanceof EngineEvent.ExecutorAdded added) {
            line(json -> ExecutorLines.added(json, millis, added));
            line(json -> ExecutorLines.blocksAdded(json, millis, added));
        } else if (event instanceof EngineEvent.ExecutorLost lost) {
            line(json -> ExecutorLines.blocksLost(json, millis, lost));
            line(json -> ExecutorLines.lost(json, millis, lost));
        } else if (event instanceof EngineEvent.WriterChosen chosen) {
            line(json -> OwnLines.writerChosen(json, millis, chosen));
        } else if (event instanceof EngineEvent.HotKeysFound found) {
            line(json -> own.hotKeys(json, millis, found));
        } else if (event instanceof EngineEvent.PlanAdapted adapted) {
            line(json -> OwnLines.adapted(json, millis, adapted));
        } else if (event instanceof EngineEvent.MapOutputLost lost) {
            line(json -> OwnLines.outputLost(json, millis, lost));
        }
    }

    private void taskStarted(long millis, EngineEvent.TaskStarted started) {
        RunningTask task =
                new RunningTask(nextTask++, started.task(), started.executor(), started.speculative(), millis);
        tasks.put(started.task(), task);
        line(json -> TaskLines.started(json, task));
    }

    private void taskEnded(long millis, EngineEvent.TaskEnded ended) {
        RunningTask known = tasks.remove(ended.task());
        RunningTask task = known != null ? known : unseen(millis, ended);
        Optional<StageRun> run = stages.run(ended.task().stage(), ended.task().stageAttempt());
        if (ended.problem().isEmpty()) {
            run.ifPresent(found -> found.add(ended.task().partition().value(), ended.added()));
        }
        boolean isMapTask = stages.description(ended.task().stage())
                .flatMap(stage -> stage.output())
                .isPresent();
        line(json -> TaskLines.ended(json, task, isMapTask, run.orElse(null), millis, ended));
    }

    /** An attempt whose start is among the missing events. */
    private RunningTask unseen(long millis, EngineEvent.TaskEnded ended) {
        long launched = millis - ended.metrics().runNanos() / 1_000_000;
        return new RunningTask(nextTask++, ended.task(), ended.executor(), false, launched);
    }

    private void line(Consumer<JsonGenerator> content) {
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            content.accept(json);
            json.writeEndObject();
        }
        out.write('\n');
    }
}
