package io.evenkeel.scheduler.simulation;

import java.util.SplittableRandom;

/**
 * What goes wrong in a run, and how often. Immutable.
 *
 * @param deaths how many executors die
 * @param lostFiles how many map outputs vanish from a living executor
 * @param failure how likely an attempt is to fail
 * @param fatal how likely an attempt is to fail in a way that no retry cures
 * @param straggler how likely an attempt is to take very long
 * @param duplicate how likely a message to the driver is to come twice
 * @param cancel how likely a job is to be cancelled
 * @param speculation whether slow tasks get a second copy
 */
record Weather(
        int deaths,
        int lostFiles,
        double failure,
        double fatal,
        double straggler,
        double duplicate,
        double cancel,
        boolean speculation) {

    static final Weather CALM = new Weather(0, 0, 0, 0, 0, 0, 0, false);

    static Weather of(SplittableRandom random) {
        return new Weather(
                random.nextInt(6),
                random.nextInt(16),
                random.nextInt(3) == 0 ? 0.15 : random.nextInt(2) * 0.04,
                random.nextInt(4) == 0 ? 0.004 : 0,
                random.nextInt(3) * 0.06,
                random.nextInt(3) * 0.15,
                random.nextInt(3) == 0 ? 0.3 : 0,
                random.nextInt(2) == 0);
    }
}
