package io.evenkeel.perf;

import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.scheduler.dag.ResultStage;
import io.evenkeel.scheduler.dag.ShuffleMapStage;
import io.evenkeel.scheduler.dag.StageGraph;
import io.evenkeel.scheduler.task.Decision;
import io.evenkeel.scheduler.task.SchedulerCore;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.scheduler.task.SchedulingSettings;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerSizes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the scheduler takes to decide, for a whole job of so many map tasks and as many reduce tasks, none of which is run:
 * ten times the tasks should take ten times as long, so that no decision looks at all tasks.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx1g", "-XX:+UseParallelGC"})
public class SchedulerBenchmark {

    private static final SchedulingSettings SETTINGS = new SchedulingSettings(4, 4, false, 1.5, 0.75);
    private static final ShuffleId SHUFFLE = new ShuffleId(0);
    private static final StageId RESULT = new StageId(1);
    private static final int SLOTS = 4;

    @Param({"1000", "10000"})
    private int tasks;

    @Param({"1", "100"})
    private int executors;

    private StageGraph graph = StageGraph.whole(
            new JobId(0), new ResultStage(RESULT, 0, List.of(), Determinism.DETERMINATE, "result"), Map.of());
    private ReducerSizes sizes = ReducerSizes.of(new long[0], 1);

    @Setup
    public void plan() {
        ShuffleMapStage maps =
                new ShuffleMapStage(new StageId(0), tasks, List.of(), Determinism.DETERMINATE, "map", SHUFFLE, tasks);
        ResultStage result = new ResultStage(RESULT, tasks, List.of(SHUFFLE), Determinism.DETERMINATE, "result");
        graph = StageGraph.whole(new JobId(0), result, Map.of(SHUFFLE, maps));
        long[] bytes = new long[tasks];
        Arrays.fill(bytes, 1000);
        sizes = ReducerSizes.of(bytes, Long.MAX_VALUE);
    }

    @Benchmark
    public int job() {
        SchedulerCore core = new SchedulerCore(SETTINGS, AdaptiveRules.NONE);
        Queue<Decision.LaunchTask> running = new ArrayDeque<>();
        for (int executor = 0; executor < executors; executor++) {
            launch(core.handle(new SchedulerEvent.ExecutorAdded(new ExecutorId("e" + executor), SLOTS)), running);
        }
        launch(core.handle(new SchedulerEvent.JobSubmitted(graph)), running);
        int ended = 0;
        for (Decision.LaunchTask task = running.poll(); task != null; task = running.poll()) {
            launch(core.handle(success(task)), running);
            ended++;
        }
        if (ended != 2 * tasks || !core.isIdle()) {
            throw new IllegalStateException(ended + " of " + 2 * tasks + " tasks have run");
        }
        return ended;
    }

    private static void launch(List<Decision> decisions, Queue<Decision.LaunchTask> running) {
        for (Decision decision : decisions) {
            if (decision instanceof Decision.LaunchTask task) {
                running.add(task);
            }
        }
    }

    private SchedulerEvent success(Decision.LaunchTask task) {
        if (task.attempt().stage().equals(RESULT)) {
            return new SchedulerEvent.TaskSucceeded(task.attempt(), task.executor(), Optional.empty());
        }
        MapStatus output = new MapStatus(
                SHUFFLE,
                new MapIndex(task.attempt().partition().value()),
                task.attempt(),
                task.executor(),
                "index",
                0,
                List.of(),
                sizes);
        return new SchedulerEvent.TaskSucceeded(task.attempt(), task.executor(), Optional.of(output));
    }
}
