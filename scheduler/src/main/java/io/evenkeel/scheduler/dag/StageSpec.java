package io.evenkeel.scheduler.dag;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.adapt.ReadSite;
import java.util.List;

/** A stage as the scheduler sees it: how many tasks, what they read, and whether they can be repeated. Immutable. */
public sealed interface StageSpec permits ShuffleMapStage, ResultStage {

    /** Names the stage in its session; no other stage has this id. */
    StageId id();

    /** How many tasks as planned, one per partition; reads that are adapted change the number. */
    int tasks();

    /** The shuffles whose rows every task may read, without doubles. */
    List<ShuffleId> inputs();

    /** Where its tasks read these shuffles, as far as they read each as a whole or in parts; in the order of partitions. */
    List<ReadSite> reads();

    /** Whether another run gives the same rows, as a function of the rows of the inputs. */
    Determinism determinism();

    /** What people call it, such as the operator that ends it. */
    String name();
}
