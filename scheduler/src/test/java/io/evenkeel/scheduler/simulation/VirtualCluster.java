package io.evenkeel.scheduler.simulation;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.plan.Determinism;
import io.evenkeel.scheduler.dag.StageSpec;
import io.evenkeel.scheduler.task.Decision;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.scheduler.task.TaskFailure;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerSizes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Executors behind a network that is slow, repeats messages and, towards the driver, reorders them; a lost message is one
 * that was sent again, later. Carries out what the scheduler decides, and lets things fail.
 */
final class VirtualCluster {

    private static final ReducerSizes NO_SIZES = ReducerSizes.of(new long[0], 1);

    private final Simulation simulation;
    private final Workload workload;
    private final SplittableRandom random;
    private final Tally tally;
    private final Map<ExecutorId, VirtualExecutor> executors = new LinkedHashMap<>();
    private final Map<TaskAttemptId, Rows> made = new LinkedHashMap<>();
    private Weather weather;
    private long nonce;

    VirtualCluster(Simulation simulation, Workload workload, Weather weather, SplittableRandom random, Tally tally) {
        this.simulation = simulation;
        this.workload = workload;
        this.weather = weather;
        this.random = random;
        this.tally = tally;
    }

    void start() {
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            simulation.later(random.nextInt(50), this::addExecutor);
        }
        for (int i = 0; i < weather.deaths(); i++) {
            simulation.later(random.nextInt(1000), this::killOne);
        }
        for (int i = 0; i < weather.lostFiles(); i++) {
            simulation.later(random.nextInt(1000), this::loseFile);
        }
    }

    void calmDown() {
        weather = Weather.CALM;
    }

    Optional<Rows> rowsOf(TaskAttemptId attempt) {
        return Optional.ofNullable(made.get(attempt));
    }

    private void addExecutor() {
        VirtualExecutor executor = new VirtualExecutor(new ExecutorId("e" + executors.size()), 1 + random.nextInt(3));
        executors.put(executor.id(), executor);
        toDriver(new SchedulerEvent.ExecutorAdded(executor.id(), executor.slots()));
    }

    private List<VirtualExecutor> living() {
        return executors.values().stream().filter(VirtualExecutor::isAlive).toList();
    }

    private void killOne() {
        List<VirtualExecutor> living = living();
        if (simulation.isOver() || living.isEmpty()) {
            return;
        }
        VirtualExecutor victim = living.get(random.nextInt(living.size()));
        victim.die();
        tally.add("executor died");
        simulation.later(random.nextInt(200), () -> toDriver(new SchedulerEvent.ExecutorLost(victim.id(), "died")));
        if (living.size() == 1 || random.nextBoolean()) {
            simulation.later(random.nextInt(300), this::addExecutor);
        }
    }

    private void loseFile() {
        List<VirtualExecutor> living = living().stream()
                .filter(executor -> !executor.files().isEmpty())
                .toList();
        if (!living.isEmpty()) {
            Map<TaskAttemptId, Rows> files =
                    living.get(random.nextInt(living.size())).files();
            List<TaskAttemptId> names = List.copyOf(files.keySet());
            files.remove(names.get(random.nextInt(names.size())));
            tally.add("file lost");
        }
    }

    private void toDriver(SchedulerEvent event) {
        boolean resent = random.nextDouble() < weather.duplicate();
        simulation.later(1 + random.nextInt(resent ? 400 : 30), () -> simulation.tell(event));
        while (random.nextDouble() < weather.duplicate()) {
            tally.add("message repeated");
            simulation.later(1 + random.nextInt(400), () -> simulation.tell(event));
        }
    }

    private void toExecutor(ExecutorId id, long delay, Consumer<VirtualExecutor> message) {
        VirtualExecutor executor = executors.get(id);
        if (executor != null) {
            long arrival = executor.deliveryTime(simulation.now() + delay);
            simulation.later(arrival - simulation.now(), () -> {
                if (executor.isAlive()) {
                    message.accept(executor);
                }
            });
        }
    }

    void carryOut(Decision decision) {
        int delay = 1 + random.nextInt(20);
        if (decision instanceof Decision.LaunchTask launch) {
            toExecutor(launch.executor(), delay, executor -> begin(executor, launch));
            if (random.nextDouble() < weather.duplicate()) {
                toExecutor(launch.executor(), delay, executor -> begin(executor, launch));
            }
        } else if (decision instanceof Decision.CancelTask cancel) {
            toExecutor(cancel.executor(), delay, executor -> cancel(executor, cancel.attempt()));
        } else if (decision instanceof Decision.AnswerCommit answer) {
            toExecutor(answer.executor(), delay, executor -> answered(executor, answer));
        } else if (decision instanceof Decision.DropMapOutput drop) {
            TaskAttemptId attempt = drop.output().attempt();
            toExecutor(
                    drop.output().executor(),
                    delay,
                    executor -> executor.files().remove(attempt));
        }
    }

    private void begin(VirtualExecutor executor, Decision.LaunchTask launch) {
        if (!executor.begin(launch)) {
            return;
        }
        int duration = 5 + random.nextInt(60);
        if (random.nextDouble() < weather.straggler()) {
            tally.add("straggler");
            duration *= 12;
        }
        int readAt = random.nextInt(duration);
        int rest = duration - readAt;
        whileRunning(executor, launch.attempt(), readAt, () -> read(executor, launch, rest));
    }

    private void whileRunning(VirtualExecutor executor, TaskAttemptId attempt, long delay, Runnable action) {
        simulation.later(delay, () -> {
            if (executor.runs(attempt)) {
                action.run();
            }
        });
    }

    private void read(VirtualExecutor executor, Decision.LaunchTask launch, int rest) {
        List<Rows> rows = new ArrayList<>();
        List<Integer> slots = new ArrayList<>();
        for (Map.Entry<ShuffleId, List<MapStatus>> input : launch.inputs().entrySet()) {
            for (MapStatus status : input.getValue()) {
                VirtualExecutor source = executors.get(status.executor());
                Rows file = source == null ? null : source.files().get(status.attempt());
                if (file == null) {
                    tally.add("fetch failed");
                    fail(
                            executor,
                            launch.attempt(),
                            new TaskFailure.FetchFailure(
                                    status.shuffle(), status.map(), status.attempt(), status.executor(), "gone"));
                    return;
                }
                rows.add(file);
                slots.add(workload.slot(input.getKey(), status.map().value()));
            }
        }
        int[] where = slots.stream().mapToInt(Integer::intValue).toArray();
        whileRunning(executor, launch.attempt(), rest, () -> finish(executor, launch.attempt(), rows, where));
    }

    private void finish(VirtualExecutor executor, TaskAttemptId attempt, List<Rows> rows, int[] slots) {
        double chance = random.nextDouble();
        if (chance < weather.fatal()) {
            fail(executor, attempt, new TaskFailure.Failed(ErrorCode.INPUT_UNREADABLE, false, "bad input", ""));
        } else if (chance < weather.fatal() + weather.failure()) {
            tally.add("task failed");
            fail(executor, attempt, new TaskFailure.Failed(ErrorCode.JOB_FAILED, true, "bad luck", ""));
        } else if (workload.isMapStage(attempt.stage())) {
            StageSpec stage = workload.shuffle(new ShuffleId(attempt.stage().value()));
            writeMapOutput(executor, attempt, stage, rows, slots);
        } else {
            StageSpec stage = workload.job(workload.jobOf(attempt.stage())).result();
            made.put(attempt, Rows.made(stage, attempt.partition(), rows, slots, 0, workload.slots()));
            if (workload.publishes(workload.jobOf(attempt.stage()))) {
                toDriver(new SchedulerEvent.CommitRequested(attempt, executor.id()));
            } else {
                executor.end(attempt);
                toDriver(new SchedulerEvent.TaskSucceeded(attempt, executor.id(), Optional.empty()));
            }
        }
    }

    private void writeMapOutput(
            VirtualExecutor executor, TaskAttemptId attempt, StageSpec stage, List<Rows> rows, int[] slots) {
        PartitionIndex partition = attempt.partition();
        long change = stage.determinism() == Determinism.INDETERMINATE ? ++nonce : 0;
        executor.files().put(attempt, Rows.made(stage, partition, rows, slots, change, workload.slots()));
        executor.end(attempt);
        MapStatus status = new MapStatus(
                new ShuffleId(stage.id().value()),
                new MapIndex(partition.value()),
                attempt,
                executor.id(),
                attempt.fileToken(),
                0,
                List.of(),
                NO_SIZES);
        toDriver(new SchedulerEvent.TaskSucceeded(attempt, executor.id(), Optional.of(status)));
    }

    private void answered(VirtualExecutor executor, Decision.AnswerCommit answer) {
        if (!executor.runs(answer.attempt())) {
            return;
        }
        if (answer.granted()) {
            int duration = random.nextInt(random.nextInt(4) == 0 ? 400 : 40);
            whileRunning(executor, answer.attempt(), duration, () -> publish(executor, answer.attempt()));
        } else {
            fail(executor, answer.attempt(), new TaskFailure.CommitDenied(answer.reason()));
        }
    }

    private void publish(VirtualExecutor executor, TaskAttemptId attempt) {
        if (random.nextDouble() < weather.failure()) {
            tally.add("publishing failed");
            fail(executor, attempt, new TaskFailure.Failed(ErrorCode.JOB_FAILED, true, "disk", ""));
        } else {
            simulation.published(attempt);
            executor.end(attempt);
            toDriver(new SchedulerEvent.TaskSucceeded(attempt, executor.id(), Optional.empty()));
        }
    }

    private void cancel(VirtualExecutor executor, TaskAttemptId attempt) {
        if (executor.runs(attempt) && random.nextBoolean()) {
            fail(executor, attempt, new TaskFailure.Cancelled("told to"));
        }
    }

    private void fail(VirtualExecutor executor, TaskAttemptId attempt, TaskFailure failure) {
        executor.end(attempt);
        toDriver(new SchedulerEvent.TaskFailed(attempt, executor.id(), failure));
    }

    /** Checks that no executor keeps a file. */
    void nothingIsLeft() {
        for (VirtualExecutor executor : living()) {
            Violation.unless(
                    executor.files().isEmpty(),
                    executor.id() + " keeps " + executor.files().keySet());
        }
    }
}
