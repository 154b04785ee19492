package io.evenkeel.scheduler.task;

import static io.evenkeel.plan.Determinism.DETERMINATE;
import static io.evenkeel.plan.Determinism.INDETERMINATE;
import static io.evenkeel.plan.Determinism.UNORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.plan.Determinism;
import io.evenkeel.shuffle.MapStatus;
import org.junit.jupiter.api.Test;

/** What happens when map outputs and executors are lost. */
final class RecoveryTest {

    /** Two maps, then two results, with the maps done: map 0 on {@code a}, map 1 on {@code b}. */
    private static Script mapsDone(Determinism determinism) {
        Script script = new Script(Script.PLAIN).executors(1, "a", "b").stage(1, 2, determinism);
        script.submit(1, 2, 1).succeed("s1.0-p0.0", "s1.0-p1.0");
        assertThat(script.launches()).containsExactly("s101.0-p0.0", "s101.0-p1.0");
        return script;
    }

    @Test
    void afterAFetchFailureJustTheLostMapRunsAgain() {
        Script script = mapsDone(UNORDERED);
        script.cannotRead("s101.0-p0.0", "s1.0-p1.0");
        assertThat(script.drops()).containsExactly("s1.0-p1.0");
        assertThat(script.launches()).containsExactly("s1.1-p1.0");
        script.succeed("s1.1-p1.0");
        assertThat(script.launches()).containsExactly("s101.1-p0.0");
        assertThat(script.launch("s101.1-p0.0").inputs().values().iterator().next())
                .extracting(MapStatus::indexFile)
                .containsExactly("s1.0-p0.0", "s1.1-p1.0");
        script.succeed("s101.0-p1.0", "s101.1-p0.0");
        assertThat(script.succeededJobs()).containsExactly(1);
        assertThat(script.core().isIdle()).isTrue();
    }

    @Test
    void aReportAboutAnOlderOutputLeavesTheNewOneAlone() {
        Script script = mapsDone(DETERMINATE);
        script.cannotRead("s101.0-p0.0", "s1.0-p1.0").succeed("s1.1-p1.0");
        script.cannotRead("s101.0-p1.0", "s1.0-p1.0");
        assertThat(script.drops()).isEmpty();
        assertThat(script.launches()).containsExactly("s101.1-p1.0");
    }

    /** SPARK-27065. */
    @Test
    void aStageHasOneActiveAttemptHoweverManyOfItsTasksFailToRead() {
        Script script = mapsDone(DETERMINATE);
        script.cannotRead("s101.0-p0.0", "s1.0-p1.0");
        assertThat(script.stageEnds()).containsExactly(StageOutcome.FETCH_FAILED);
        script.cannotRead("s101.0-p1.0", "s1.0-p0.0");
        assertThat(script.stageEnds()).isEmpty();
        assertThat(script.launches()).containsExactly("s1.1-p0.0");
        script.succeed("s1.1-p0.0", "s1.1-p1.0");
        assertThat(script.last(Decision.StageStarted.class)).singleElement().satisfies(started -> {
            assertThat(started.stage().value()).isEqualTo(101);
            assertThat(started.attempt().value()).isEqualTo(1);
            assertThat(started.tasks()).isEqualTo(2);
        });
    }

    /** SPARK-5945. */
    @Test
    void aStageThatNeverCanReadFailsItsJobWithTheLastReason() {
        Script script = new Script(Script.PLAIN).executors(4, "a").stage(1, 1, DETERMINATE);
        script.submit(1, 2, 1).succeed("s1.0-p0.0");
        for (int attempt = 0; attempt < 3; attempt++) {
            script.cannotRead("s101." + attempt + "-p0.0", "s1." + attempt + "-p0.0");
            assertThat(script.failedJobs()).isEmpty();
            assertThat(script.launches()).containsExactly("s1." + (attempt + 1) + "-p0.0");
            script.cannotRead("s101." + attempt + "-p1.0", "s1." + attempt + "-p0.0");
            script.succeed("s1." + (attempt + 1) + "-p0.0");
        }
        script.cannotRead("s101.3-p0.0", "s1.3-p0.0");
        assertThat(script.cancels()).containsExactly("s101.3-p1.0");
        script.fail("s101.3-p1.0", new TaskFailure.Cancelled("told to"));
        assertThat(script.failedJobs()).singleElement().satisfies(failed -> {
            assertThat(failed.code()).isEqualTo(ErrorCode.SHUFFLE_OUTPUT_LOST);
            assertThat(failed.message()).contains("stage 101", "evenkeel.stage.maxConsecutiveAttempts", "no such file");
            assertThat(failed.cause().orElseThrow().fileToken()).isEqualTo("s101.3-p0.0");
        });
        assertThat(script.core().isIdle()).isTrue();
    }

    /** SPARK-17644. */
    @Test
    void aJobAfterAnAbortedOneStillRecovers() {
        Script script = new Script(new SchedulingSettings(4, 1, false, 1.5, 0.75))
                .executors(2, "a")
                .stage(1, 1, DETERMINATE);
        script.submit(1, 1, 1).succeed("s1.0-p0.0").cannotRead("s101.0-p0.0", "s1.0-p0.0");
        assertThat(script.failedJobs()).hasSize(1);
        script.submit(2, 1, 1);
        assertThat(script.launches()).containsExactly("s1.1-p0.0");
        script.succeed("s1.1-p0.0").lose("a").executors(1, "b");
        assertThat(script.launches()).containsExactly("s1.2-p0.0");
        script.succeed("s1.2-p0.0", "s102.0-p0.1");
        assertThat(script.succeededJobs()).containsExactly(2);
    }

    @Test
    void theCountOfAttemptsBeginsAnewWhenTheStageSucceeds() {
        Script script = new Script(new SchedulingSettings(4, 2, false, 1.5, 0.75))
                .executors(2, "a")
                .stage(1, 1, DETERMINATE)
                .stage(2, 1, DETERMINATE, 1)
                .submit(1, 1, 2);
        script.succeed("s1.0-p0.0").cannotRead("s2.0-p0.0", "s1.0-p0.0").succeed("s1.1-p0.0", "s2.1-p0.0");
        script.cannotRead("s101.0-p0.0", "s2.1-p0.0").cannotRead("s2.2-p0.0", "s1.1-p0.0");
        assertThat(script.failedJobs()).isEmpty();
        script.succeed("s1.2-p0.0", "s2.3-p0.0", "s101.1-p0.0");
        assertThat(script.succeededJobs()).containsExactly(1);
    }

    /** SPARK-32003. */
    @Test
    void allThatALostExecutorHadIsMadeInOneAttempt() {
        Script script = new Script(Script.PLAIN).executors(4, "a", "b").stage(1, 8, DETERMINATE);
        script.submit(1, 2, 1);
        script.succeed(script.launches().toArray(String[]::new));
        assertThat(script.executorOf("s101.0-p0.0")).isEqualTo("a");
        assertThat(script.executorOf("s101.0-p1.0")).isEqualTo("b");
        script.lose("a");
        assertThat(script.last(Decision.StageStarted.class)).singleElement().satisfies(started -> {
            assertThat(started.stage().value()).isEqualTo(1);
            assertThat(started.tasks()).isEqualTo(4);
        });
        script.cannotRead("s101.0-p1.0", "s1.0-p0.0");
        assertThat(script.last(Decision.StageStarted.class)).isEmpty();
        script.succeed("s1.1-p0.0", "s1.1-p2.0", "s1.1-p4.0", "s1.1-p6.0");
        assertThat(script.launches()).containsExactly("s101.1-p0.0", "s101.1-p1.0");
        script.succeed("s101.1-p0.0", "s101.1-p1.0");
        assertThat(script.succeededJobs()).containsExactly(1);
    }

    @Test
    void aDeadDiskCostsTwoAttemptsNotOnePerFile() {
        Script script = new Script(Script.PLAIN).executors(8, "a").stage(1, 6, DETERMINATE);
        script.submit(1, 1, 1);
        script.succeed(script.launches().toArray(String[]::new));
        script.cannotRead("s101.0-p0.0", "s1.0-p0.0").succeed("s1.1-p0.0");
        script.cannotRead("s101.1-p0.0", "s1.0-p1.0");
        assertThat(script.launches())
                .containsExactly("s1.2-p0.0", "s1.2-p1.0", "s1.2-p2.0", "s1.2-p3.0", "s1.2-p4.0", "s1.2-p5.0");
    }

    /** SPARK-24755. */
    @Test
    void aTaskIsDoneAgainWhenItsWinnerIsLostAfterTheOtherCopyWasStopped() {
        Script script = new Script(Script.SPECULATING).executors(2, "a", "b").stage(1, 2, DETERMINATE);
        script.submit(1, 1, 1).tick(0).succeed("s1.0-p0.0").tick(10_000);
        assertThat(script.launches()).containsExactly("s1.0-p1.1");
        String winner = script.executorOf("s1.0-p1.1");
        assertThat(winner).isNotEqualTo(script.executorOf("s1.0-p1.0"));
        script.succeed("s1.0-p1.1");
        assertThat(script.cancels()).containsExactly("s1.0-p1.0");
        script.lose(winner);
        script.fail("s1.0-p1.0", new TaskFailure.Cancelled("told to"));
        script.succeed("s1.1-p0.0", "s1.1-p1.0");
        assertThat(script.launches()).containsExactly("s101.0-p0.1");
    }

    /** SPARK-23207. */
    @Test
    void rowsThatCannotBeRepeatedAreMadeAsAWhole() {
        Script script = new Script(Script.PLAIN)
                .executors(1, "a", "b")
                .stage(1, 2, INDETERMINATE)
                .stage(2, 2, DETERMINATE, 1)
                .submit(1, 1, 2);
        script.succeed("s1.0-p0.0", "s1.0-p1.0", "s2.0-p0.0");
        script.cannotRead("s2.0-p1.0", "s1.0-p1.0");
        assertThat(script.drops()).containsExactlyInAnyOrder("s1.0-p1.0", "s1.0-p0.0", "s2.0-p0.0");
        assertThat(script.launches()).containsExactly("s1.1-p0.0", "s1.1-p1.0");
        script.succeed("s1.1-p0.0", "s1.1-p1.0");
        assertThat(script.launches()).containsExactly("s2.1-p0.0", "s2.1-p1.0");
    }

    /** SPARK-23207: what was made for an earlier job from the old rows counts no more either. */
    @Test
    void rowsThatAnEarlierJobMadeFromThemAreTakenBackToo() {
        Script script = new Script(Script.PLAIN)
                .executors(1, "a", "b")
                .stage(1, 2, INDETERMINATE)
                .stage(2, 1, DETERMINATE, 1)
                .submit(1, 1, 2);
        script.succeed("s1.0-p0.0", "s1.0-p1.0", "s2.0-p0.0", "s101.0-p0.0");
        assertThat(script.executorOf("s2.0-p0.0")).isEqualTo("a");
        script.lose("b").executors(1, "c").submit(2, 1, 1, 2);
        assertThat(script.drops()).containsExactlyInAnyOrder("s1.0-p0.0", "s2.0-p0.0");
        script.succeed("s1.1-p0.0", "s1.1-p1.0");
        assertThat(script.launches()).containsExactly("s2.1-p0.0");
    }

    /** SPARK-23243. */
    @Test
    void aJobThatHasPublishedPartOfSuchRowsFailsAndSaysWhy() {
        Script script = mapsDone(INDETERMINATE);
        script.succeed("s101.0-p0.0").cannotRead("s101.0-p1.0", "s1.0-p1.0");
        assertThat(script.failedJobs()).singleElement().satisfies(failed -> {
            assertThat(failed.code()).isEqualTo(ErrorCode.SHUFFLE_OUTPUT_LOST);
            assertThat(failed.message()).contains("published", "stage 1 (map)", "INDETERMINATE");
        });
        assertThat(script.launches()).isEmpty();
        assertThat(script.core().isIdle()).isTrue();
    }

    /** SPARK-23243: who may publish may have published. */
    @Test
    void aJobThatMayHavePublishedPartOfSuchRowsFailsToo() {
        Script script = mapsDone(INDETERMINATE);
        assertThat(script.mayPublish("s101.0-p0.0")).isTrue();
        script.cannotRead("s101.0-p1.0", "s1.0-p1.0");
        assertThat(script.cancels()).containsExactly("s101.0-p0.0");
        script.succeed("s101.0-p0.0");
        assertThat(script.failedJobs()).hasSize(1);
        assertThat(script.last(Decision.AcceptResult.class)).isEmpty();
    }

    @Test
    void resultsOfRowsThatWereTakenBackAreIgnored() {
        Script script = mapsDone(INDETERMINATE);
        script.cannotRead("s101.0-p1.0", "s1.0-p1.0");
        assertThat(script.cancels()).containsExactly("s101.0-p0.0");
        script.succeed("s101.0-p0.0");
        assertThat(script.last(Decision.AcceptResult.class)).isEmpty();
        script.succeed("s1.1-p0.0", "s1.1-p1.0");
        assertThat(script.launches()).containsExactly("s101.1-p0.0", "s101.1-p1.0");
    }

    /** SPARK-45182. */
    @Test
    void aLateOutputOfRowsThatCannotBeRepeatedIsIgnored() {
        Script script = new Script(Script.PLAIN)
                .executors(1, "a", "b")
                .stage(1, 1, DETERMINATE)
                .stage(2, 2, INDETERMINATE, 1)
                .submit(1, 1, 2);
        script.succeed("s1.0-p0.0").cannotRead("s2.0-p0.0", "s1.0-p0.0").succeed("s1.1-p0.0");
        assertThat(script.launches()).containsExactly("s2.1-p0.0");
        script.succeed("s2.0-p1.0");
        assertThat(script.last(Decision.AcceptMapOutput.class)).isEmpty();
        assertThat(script.drops()).containsExactly("s2.0-p1.0");
        assertThat(script.launches()).containsExactly("s2.1-p1.0");
    }

    @Test
    void aLateOutputOfRowsThatCanBeRepeatedCounts() {
        Script script = new Script(Script.PLAIN)
                .executors(1, "a", "b")
                .stage(1, 1, DETERMINATE)
                .stage(2, 2, UNORDERED, 1)
                .submit(1, 1, 2);
        script.succeed("s1.0-p0.0").cannotRead("s2.0-p0.0", "s1.0-p0.0").succeed("s1.1-p0.0", "s2.0-p1.0");
        assertThat(script.last(Decision.AcceptMapOutput.class)).hasSize(2);
        script.succeed("s2.1-p0.0");
        assertThat(script.launches()).containsExactly("s101.0-p0.0");
    }
}
