package io.evenkeel.scheduler.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the scheduler through many small disasters; Uniffle #2632: reports that come twice and late, of several attempts. */
final class SimulationTest {

    /** Everything that must have happened at least once, else the run has tested less than it says. */
    private static final String[] EXPECTED = {
        "executor died",
        "file lost",
        "fetch failed",
        "task failed",
        "publishing failed",
        "straggler",
        "second copy lost",
        "message repeated",
        "commit granted",
        "commit denied",
        "CancelTask",
        "StageSkipped",
        "StageEnded SUCCEEDED",
        "StageEnded FETCH_FAILED",
        "StageEnded ROLLED_BACK",
        "siblings cut again",
        "job failed by a published sibling",
        "StageEnded STOPPED",
        "JobSucceeded",
        "JobFailed JOB_CANCELLED",
        "JobFailed INPUT_UNREADABLE",
        "JobFailed JOB_FAILED",
        "JobFailed SHUFFLE_OUTPUT_LOST"
    };

    @Test
    void keepsItsPromisesOnManySeeds() {
        run("SimulationTest#keepsItsPromisesOnManySeeds", 500);
    }

    @Test
    @Tag("slow")
    void keepsItsPromisesOnVeryManySeeds() {
        run("SimulationTest#keepsItsPromisesOnVeryManySeeds", 50_000);
    }

    private static void run(String name, int seeds) {
        Tally tally = new Tally();
        Seeds.each(name, seeds, seed -> runOne(seed, tally));
        System.out.println(name + ": " + tally);
        if (Long.getLong("evenkeel.test.seed") == null) {
            for (String event : EXPECTED) {
                assertThat(tally.count(event)).as(event + " in " + tally).isPositive();
            }
        }
    }

    static long runOne(long seed, Tally tally) {
        Simulation simulation = new Simulation(seed, tally);
        try {
            return simulation.run();
        } catch (Violation e) {
            throw new AssertionError(e.getMessage() + "\nafter" + simulation.lastLines(), e);
        }
    }
}
