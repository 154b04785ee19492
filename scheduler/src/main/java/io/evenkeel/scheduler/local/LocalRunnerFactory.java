package io.evenkeel.scheduler.local;

import io.evenkeel.config.Configuration;
import io.evenkeel.config.Master;
import io.evenkeel.event.EventBus;
import io.evenkeel.plan.PlanRunner;
import io.evenkeel.plan.PlanRunnerFactory;
import io.evenkeel.storage.LocalBlockFiles;

/** Runs {@code local}, {@code local[N]} and {@code local[*]}: one executor in this JVM. Stateless. */
public final class LocalRunnerFactory implements PlanRunnerFactory {

    @Override
    public boolean supports(Master master) {
        return true;
    }

    @Override
    public PlanRunner open(Master master, Configuration configuration, EventBus events, ClassLoader applicationLoader) {
        int slots = master.slotsOn(Runtime.getRuntime().availableProcessors());
        return new InProcessRunner(
                InProcessCluster.single(slots), configuration, events, applicationLoader, new LocalBlockFiles());
    }
}
