package io.evenkeel.plan;

import io.evenkeel.config.Configuration;
import io.evenkeel.config.Master;
import io.evenkeel.event.EventBus;

/** Opens the runner for a master, found by {@link java.util.ServiceLoader}. */
public interface PlanRunnerFactory {

    /** Whether it runs jobs where this master says. */
    boolean supports(Master master);

    /**
     * Starts a runner.
     *
     * @param applicationLoader finds the user's classes
     */
    PlanRunner open(Master master, Configuration configuration, EventBus events, ClassLoader applicationLoader);
}
