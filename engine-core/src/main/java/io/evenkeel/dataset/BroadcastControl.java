package io.evenkeel.dataset;

import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.plan.PlanRunner;

/** Does for the program's handles what they are told. Immutable. */
record BroadcastControl(PlanRunner runner) implements Broadcast.Control {

    @Override
    public void unpersist(int id) {
        runner.unpersistBroadcast(id);
    }

    @Override
    public void destroy(int id, String destroyedAt) {
        runner.destroyBroadcast(id, destroyedAt);
    }

    @Override
    public String callSite(String operation) {
        return CallSites.of(operation).toString();
    }
}
