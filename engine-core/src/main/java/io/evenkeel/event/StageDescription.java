package io.evenkeel.event;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import java.util.List;
import java.util.Optional;

/**
 * A stage of a job, before it runs. Immutable.
 *
 * @param name the operation that ends it and its call site
 * @param tasks one per partition
 * @param parents the stages whose shuffles it reads
 * @param operators the nodes of the plan that its tasks compute, the last one first
 * @param output the shuffle it writes; a job's last stage writes none
 */
public record StageDescription(
        StageId id,
        String name,
        int tasks,
        List<StageId> parents,
        List<OperatorDescription> operators,
        Optional<ShuffleId> output) {

    /** Copies the lists. */
    public StageDescription {
        parents = List.copyOf(parents);
        operators = List.copyOf(operators);
    }
}
