package io.evenkeel.scheduler.task;

import io.evenkeel.shuffle.MapStatus;
import java.util.ArrayList;
import java.util.List;

/** What the machines decide about one event, in order. Confined to the scheduler's thread. */
final class Decisions {

    private List<Decision> taken = new ArrayList<>();

    void add(Decision decision) {
        taken.add(decision);
    }

    void drop(List<MapStatus> outputs) {
        outputs.forEach(output -> taken.add(new Decision.DropMapOutput(output)));
    }

    /** Hands over what was decided since the last call. */
    List<Decision> take() {
        List<Decision> all = List.copyOf(taken);
        taken = new ArrayList<>();
        return all;
    }
}
