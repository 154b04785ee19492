package io.evenkeel.scheduler.task;

import static io.evenkeel.plan.Determinism.DETERMINATE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who may publish the output of a partition. */
final class PublishingTest {

    /** SPARK-4879. */
    @Test
    void oneOfTwoCopiesMayPublish() {
        Script script = new Script(Script.SPECULATING).executors(2, "a", "b").submit(1, 2);
        script.tick(0).succeed("s101.0-p0.0").tick(10_000);
        assertThat(script.launches()).containsExactly("s101.0-p1.1");
        assertThat(script.mayPublish("s101.0-p1.1")).isTrue();
        assertThat(script.mayPublish("s101.0-p1.0")).isFalse();
        assertThat(script.mayPublish("s101.0-p1.1")).as("asked again").isTrue();
        script.succeed("s101.0-p1.1");
        assertThat(script.succeededJobs()).containsExactly(1);
        assertThat(script.mayPublish("s101.0-p1.0")).isFalse();
    }

    private static Script secondAttemptRuns() {
        Script script = new Script(Script.PLAIN).executors(2, "a", "b").stage(1, 1, DETERMINATE);
        script.submit(1, 2, 1).succeed("s1.0-p0.0").cannotRead("s101.0-p1.0", "s1.0-p0.0");
        return script;
    }

    /** SPARK-24589: the old stage attempt asks first, then the new one. */
    @Test
    void anOldStageAttemptMayNotPublish() {
        Script script = secondAttemptRuns();
        assertThat(script.mayPublish("s101.0-p0.0")).isFalse();
        script.succeed("s1.1-p0.0");
        assertThat(script.mayPublish("s101.1-p0.0")).isTrue();
    }

    /** SPARK-24589: the new stage attempt asks first, then the old one. */
    @Test
    void anOldStageAttemptMayNotPublishAfterANewOne() {
        Script script = secondAttemptRuns();
        script.succeed("s1.1-p0.0");
        assertThat(script.mayPublish("s101.1-p0.0")).isTrue();
        assertThat(script.mayPublish("s101.0-p0.0")).isFalse();
    }

    @Test
    void aPartitionThatIsBeingPublishedIsNotStartedAgain() {
        Script script = new Script(Script.PLAIN).executors(2, "a", "b").stage(1, 1, DETERMINATE);
        script.submit(1, 2, 1).succeed("s1.0-p0.0");
        assertThat(script.mayPublish("s101.0-p0.0")).isTrue();
        script.cannotRead("s101.0-p1.0", "s1.0-p0.0").succeed("s1.1-p0.0");
        assertThat(script.launches()).containsExactly("s101.1-p1.0");
        script.succeed("s101.0-p0.0", "s101.1-p1.0");
        assertThat(script.succeededJobs()).containsExactly(1);
    }

    @Test
    void theRightPassesOnWhenItsHolderFails() {
        Script script = new Script(Script.PLAIN).executors(1, "a", "b").submit(1, 1);
        assertThat(script.mayPublish("s101.0-p0.0")).isTrue();
        script.fail("s101.0-p0.0");
        assertThat(script.mayPublish("s101.0-p0.1")).isTrue();
        assertThat(script.mayPublish("s101.0-p0.0")).as("late").isFalse();
        script.lose(script.executorOf("s101.0-p0.1"));
        assertThat(script.mayPublish("s101.0-p0.2")).isTrue();
    }
}
