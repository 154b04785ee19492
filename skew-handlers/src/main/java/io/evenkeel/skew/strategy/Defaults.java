package io.evenkeel.skew.strategy;

import io.evenkeel.dataset.SkewStep;
import java.util.Optional;

/** What is done where the program leaves it to us. Stateless. */
final class Defaults {

    private static final double SAMPLE = 0.1;

    static final SkewStep.SplitKeys SPLIT = new SkewStep.SplitKeys(100, SAMPLE, 100);

    static final SkewStep.TwoStage TWO_STAGE = new SkewStep.TwoStage(10, Optional.of(100), SAMPLE);

    private Defaults() {}
}
