package io.evenkeel.scheduler.simulation;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.scheduler.dag.StageGraph;
import io.evenkeel.scheduler.task.Decision;
import io.evenkeel.scheduler.task.SchedulerCore;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.scheduler.task.SchedulingSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * One run of the scheduler over a virtual cluster, decided by its seed: jobs come, tasks run, things fail, and after the
 * last job another one must still work. Single-threaded; time is virtual.
 */
final class Simulation {

    static final int MAX_FAILURES = 4;
    static final int MAX_STAGE_ATTEMPTS = 4;
    private static final long LATEST = 200_000;
    private static final long TICK = 40;

    private record Timed(long time, long order, Runnable action) implements Comparable<Timed> {
        @Override
        public int compareTo(Timed other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Timed> agenda = new PriorityQueue<>();
    private final Trace trace = new Trace();
    private final SplittableRandom random;
    private final Workload workload;
    private final Weather weather;
    private final SchedulerCore core;
    private final Checker checker;
    private final VirtualCluster cluster;
    private final Tally tally;
    private final Set<ShuffleId> released = new LinkedHashSet<>();
    private long now;
    private long order;
    private int notSubmitted;

    Simulation(long seed, Tally tally) {
        this.random = new SplittableRandom(seed);
        this.tally = tally;
        this.workload = Workload.of(random.split());
        this.weather = Weather.of(random);
        this.core = new SchedulerCore(
                new SchedulingSettings(MAX_FAILURES, MAX_STAGE_ATTEMPTS, weather.speculation(), 1.5, 0.5),
                new AdaptedReads());
        this.cluster = new VirtualCluster(this, workload, weather, random.split(), tally);
        this.checker = new Checker(workload, MAX_FAILURES, MAX_STAGE_ATTEMPTS, cluster::rowsOf);
        cluster.start();
        scheduleJobs();
        later(TICK, this::tick);
    }

    /**
     * Runs to the end.
     *
     * @return a number for all that was said
     * @throws Violation if the scheduler did wrong
     */
    long run() {
        try {
            work();
            checker.finished();
            laterJobWorks();
            nothingIsLeft();
            return trace.hash();
        } catch (Violation e) {
            throw e;
        } catch (RuntimeException e) {
            throw new IllegalStateException("the scheduler threw " + e + " after" + trace.lastLines(), e);
        }
    }

    /** What was said last, for people. */
    String lastLines() {
        return trace.lastLines();
    }

    private void scheduleJobs() {
        Set<ShuffleId> releasable = new TreeSet<>();
        workload.shuffles().forEach(stage -> releasable.add(stage.output()));
        long last = 0;
        for (StageGraph graph : workload.jobs()) {
            long at = random.nextInt(500);
            last = Math.max(last, at);
            notSubmitted++;
            later(at, () -> {
                notSubmitted--;
                tell(new SchedulerEvent.JobSubmitted(graph));
            });
            if (random.nextDouble() < weather.cancel()) {
                later(at + random.nextInt(400), () -> tell(new SchedulerEvent.JobCancelled(graph.job(), "by user")));
            }
        }
        for (ShuffleId shuffle : releasable) {
            if (random.nextInt(6) == 0) {
                released.add(shuffle);
                later(last + 1 + random.nextInt(300), () -> tell(new SchedulerEvent.ShuffleReleased(shuffle)));
            }
        }
    }

    private boolean allEnded() {
        return notSubmitted == 0 && checker.unfinished().isEmpty();
    }

    private void tick() {
        tell(new SchedulerEvent.Tick(now));
        if (!allEnded()) {
            later(TICK, this::tick);
        }
    }

    private void work() {
        for (Timed next = agenda.poll(); next != null; next = agenda.poll()) {
            now = next.time();
            Violation.unless(now < LATEST, "hangs: " + checker.unfinished());
            next.action().run();
        }
    }

    void later(long delay, Runnable action) {
        agenda.add(new Timed(now + delay, order++, action));
    }

    long now() {
        return now;
    }

    boolean isOver() {
        return allEnded();
    }

    void published(TaskAttemptId attempt) {
        checker.published(attempt);
    }

    /** The scheduler is told something; what it decides is checked and carried out. */
    void tell(SchedulerEvent event) {
        trace.heard(now, event);
        checker.hears(event);
        List<Decision> decisions = core.handle(event);
        for (Decision decision : decisions) {
            trace.decided(decision);
            checker.decided(decision);
            tally.decided(decision);
        }
        checker.settled();
        decisions.forEach(cluster::carryOut);
    }

    /** Files that were lost unnoticed may fail a job, but not one after the other for ever. */
    private void laterJobWorks() {
        cluster.calmDown();
        List<ShuffleId> usable = new ArrayList<>();
        for (ShuffleMapStage stage : workload.shuffles()) {
            if (!released.contains(stage.output()) && usable.containsAll(stage.inputs())) {
                usable.add(stage.output());
            }
        }
        int tries = 1 + weather.lostFiles() / MAX_STAGE_ATTEMPTS;
        long succeeded = tally.count("JobSucceeded");
        for (int i = 0; i < tries && tally.count("JobSucceeded") == succeeded; i++) {
            tell(new SchedulerEvent.JobSubmitted(workload.addJob(random, usable)));
            work();
            checker.finished();
        }
        Violation.unless(tally.count("JobSucceeded") == succeeded + 1, "a later job fails");
    }

    private void nothingIsLeft() {
        Violation.unless(core.isIdle(), "something is left of jobs that have ended");
        for (ShuffleMapStage stage : workload.shuffles()) {
            tell(new SchedulerEvent.ShuffleReleased(stage.output()));
        }
        work();
        Violation.unless(core.shuffleCount() == 0, core.shuffleCount() + " shuffles are left");
        cluster.nothingIsLeft();
    }
}
