package io.evenkeel.scheduler.task;

import static io.evenkeel.plan.Determinism.DETERMINATE;
import static io.evenkeel.plan.Determinism.UNORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.ExecutorId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Jobs, stages and tasks where nothing is lost but what the test says. */
final class SchedulerCoreTest {

    private static Script script() {
        return new Script(Script.PLAIN);
    }

    @Test
    void stagesRunOneAfterTheOther() {
        Script script = script().executors(2, "a", "b").stage(1, 3, UNORDERED).submit(1, 2, 1);
        assertThat(script.launches()).containsExactly("s1.0-p0.0", "s1.0-p1.0", "s1.0-p2.0");
        script.succeed("s1.0-p0.0", "s1.0-p2.0", "s1.0-p1.0");
        assertThat(script.launches()).containsExactly("s101.0-p0.0", "s101.0-p1.0");
        assertThat(script.launch("s101.0-p0.0").inputs())
                .isSameAs(script.launch("s101.0-p1.0").inputs());
        script.succeed("s101.0-p1.0", "s101.0-p0.0");
        assertThat(script.last(Decision.AcceptResult.class)).hasSize(2);
        assertThat(script.succeededJobs()).containsExactly(1);
        assertThat(script.core().isIdle()).isTrue();
    }

    @Test
    void aJobWithoutPartitionsIsDoneAtOnce() {
        Script script = script().stage(1, 3, UNORDERED).submit(1, 0, 1);
        assertThat(script.succeededJobs()).containsExactly(1);
        assertThat(script.core().isIdle()).isTrue();
    }

    @Test
    void aShuffleThatExistsIsNotMadeAgain() {
        Script script = script().executors(4, "a")
                .stage(1, 1, UNORDERED)
                .stage(2, 1, UNORDERED, 1)
                .submit(1, 1, 2);
        script.succeed("s1.0-p0.0", "s2.0-p0.0", "s101.0-p0.0").submit(2, 1, 2);
        assertThat(script.last(Decision.StageSkipped.class))
                .extracting(skipped -> skipped.stage().value())
                .containsExactly(1, 2);
        assertThat(script.launches()).containsExactly("s102.0-p0.0");
    }

    @Test
    void twoJobsShareTheWorkAndOneMayLeave() {
        Script script = script().executors(4, "a")
                .stage(1, 2, UNORDERED)
                .submit(1, 1, 1)
                .submit(2, 1, 1);
        assertThat(script.launches()).isEmpty();
        script.cancel(1);
        assertThat(script.cancels()).isEmpty();
        assertThat(script.failedJobs()).extracting(Decision.JobFailed::code).containsExactly(ErrorCode.JOB_CANCELLED);
        script.succeed("s1.0-p0.0", "s1.0-p1.0");
        assertThat(script.launches()).containsExactly("s102.0-p0.0");
        script.succeed("s102.0-p0.0");
        assertThat(script.succeededJobs()).containsExactly(2);
        assertThat(script.core().isIdle()).isTrue();
    }

    @Test
    void theFirstJobGoesFirst() {
        Script script = script().submit(1, 2).submit(2, 2).executors(3, "a");
        assertThat(script.launches()).containsExactly("s101.0-p0.0", "s101.0-p1.0", "s102.0-p0.0");
    }

    @Test
    void aCancelledJobEndsWhenItsTasksHaveEnded() {
        Script script = script().executors(1, "a", "b").submit(1, 2).cancel(1);
        assertThat(script.cancels()).containsExactly("s101.0-p0.0", "s101.0-p1.0");
        assertThat(script.failedJobs()).isEmpty();
        script.fail("s101.0-p0.0", new TaskFailure.Cancelled("told to"));
        assertThat(script.failedJobs()).isEmpty();
        assertThat(script.core().isIdle()).isFalse();
        script.lose("b");
        assertThat(script.failedJobs())
                .singleElement()
                .satisfies(failed -> assertThat(failed.message()).contains("job 1", "enough"));
        assertThat(script.core().isIdle()).isTrue();
    }

    @Test
    void aFailedTaskRunsAgainElsewhere() {
        Script script = script().executors(1, "a", "b").submit(1, 1).fail("s101.0-p0.0");
        assertThat(script.launches()).containsExactly("s101.0-p0.1");
        assertThat(script.executorOf("s101.0-p0.1")).isNotEqualTo(script.executorOf("s101.0-p0.0"));
    }

    @Test
    void aTaskThatFailsTooOftenFailsItsJob() {
        Script script = script().executors(1, "a").submit(1, 1);
        script.fail("s101.0-p0.0").fail("s101.0-p0.1").fail("s101.0-p0.2");
        assertThat(script.failedJobs()).isEmpty();
        script.fail("s101.0-p0.3");
        assertThat(script.failedJobs()).singleElement().satisfies(failed -> {
            assertThat(failed.code()).isEqualTo(ErrorCode.JOB_FAILED);
            assertThat(failed.message())
                    .contains("stage 101", "partition 0", "attempt 3", "boom", "4 times", "evenkeel.task.maxFailures");
            assertThat(failed.cause().orElseThrow().fileToken()).isEqualTo("s101.0-p0.3");
        });
    }

    @Test
    void whatIsNotTheTasksFaultDoesNotCount() {
        Script script = script().executors(1, "a").submit(1, 1);
        for (int attempt = 0; attempt < 10; attempt++) {
            script.fail("s101.0-p0." + attempt, new TaskFailure.Cancelled("by hand"));
        }
        for (int executor = 0; executor < 10; executor++) {
            script.lose(executor == 0 ? "a" : "e" + executor).executors(1, "e" + (executor + 1));
        }
        script.succeed("s101.0-p0.20");
        assertThat(script.succeededJobs()).containsExactly(1);
    }

    @Test
    void anErrorOfTheProgramFailsTheJobAtOnce() {
        Script script = script().executors(1, "a").submit(1, 1);
        script.fail("s101.0-p0.0", TaskFailure.of(new EngineException(ErrorCode.MALFORMED_INPUT, "line 3")));
        assertThat(script.failedJobs()).extracting(Decision.JobFailed::code).containsExactly(ErrorCode.MALFORMED_INPUT);
    }

    /** SPARK-35011: a late greeting does not bring a lost executor back. */
    @Test
    void nothingRunsOnALostExecutor() {
        Script script = script().executors(1, "a").lose("a").executors(1, "a").submit(1, 1);
        assertThat(script.launches()).isEmpty();
        script.tell(new SchedulerEvent.ExecutorLost(new ExecutorId("b"), "died young"))
                .executors(1, "b");
        assertThat(script.launches()).isEmpty();
        script.executors(1, "c");
        assertThat(script.launches()).containsExactly("s101.0-p0.0");
    }

    @Test
    void messagesThatComeTwiceOrTooLateDoNoHarm() {
        Script script = script().executors(1, "a", "b").stage(1, 2, UNORDERED).submit(1, 1, 1);
        script.succeed("s1.0-p0.0", "s1.0-p0.0");
        assertThat(script.last(Decision.AcceptMapOutput.class)).hasSize(1);
        assertThat(script.drops()).isEmpty();
        script.fail("s1.0-p0.0");
        assertThat(script.launches()).isEmpty();
        script.succeed("s1.0-p1.0", "s101.0-p0.0", "s101.0-p0.0");
        assertThat(script.succeededJobs()).containsExactly(1);
        assertThat(script.last(Decision.AcceptResult.class)).hasSize(1);
        script.release(1);
        assertThat(script.drops()).containsExactly("s1.0-p0.0", "s1.0-p1.0");
        script.succeed("s1.0-p1.0");
        assertThat(script.drops()).containsExactly("s1.0-p1.0");
        assertThat(script.core().shuffleCount()).isZero();
    }

    @Test
    void aShuffleIsReleasedWhenTheLastJobThatNeedsItHasEnded() {
        Script script = script().executors(1, "a").stage(1, 1, UNORDERED).submit(1, 1, 1);
        script.succeed("s1.0-p0.0").release(1);
        assertThat(script.drops()).isEmpty();
        script.succeed("s101.0-p0.0");
        assertThat(script.drops()).containsExactly("s1.0-p0.0");
        assertThat(script.core().shuffleCount()).isZero();
    }

    @Test
    void aMapTaskThatDoesNotSayWhatItWroteHasFailed() {
        Script script = script().executors(1, "a").stage(1, 1, DETERMINATE).submit(1, 1, 1);
        Decision.LaunchTask launch = script.launch("s1.0-p0.0");
        script.tell(new SchedulerEvent.TaskSucceeded(launch.attempt(), launch.executor(), Optional.empty()));
        assertThat(script.launches()).containsExactly("s1.0-p0.1");
    }

    @Test
    void stagesThatContradictEachOtherFailTheJobThatCameLater() {
        Script script = script().executors(1, "a").stage(1, 1, DETERMINATE).submit(1, 1, 1);
        script.stage(1, 2, DETERMINATE).submit(2, 1, 1);
        assertThat(script.failedJobs()).singleElement().satisfies(failed -> {
            assertThat(failed.code()).isEqualTo(ErrorCode.INTERNAL);
            assertThat(failed.message()).contains("job 2", "shuffle 1");
        });
    }

    @Test
    void onlyUnusuallyLongTasksGetASecondCopy() {
        Script script =
                new Script(Script.SPECULATING).tick(0).executors(2, "a", "b").submit(1, 4);
        script.tick(1000).succeed("s101.0-p0.0", "s101.0-p1.0").tick(1499);
        assertThat(script.launches()).isEmpty();
        script.tick(1501);
        assertThat(script.launches()).containsExactly("s101.0-p2.1", "s101.0-p3.1");
        script.tick(9000);
        assertThat(script.launches()).isEmpty();
        script.succeed("s101.0-p2.0");
        assertThat(script.cancels()).containsExactly("s101.0-p2.1");
    }
}
