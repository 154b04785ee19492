package io.evenkeel.scheduler.dag;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.EncodedRows;
import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.plan.CacheNode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.MergeNode;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.SourceNode;
import io.evenkeel.plan.UnionNode;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.record.Pair;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.task.NullKeys;
import io.evenkeel.task.PartitionRule;
import io.evenkeel.task.StageOutput;
import io.evenkeel.task.StageProgram;
import io.evenkeel.task.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Cuts plans into stages: a stage ends at each exchange, and everything narrow between two exchanges is one stage. The
 * stage that writes a shuffle is planned once in a session, so that jobs that share a shuffle share its stage.
 *
 * <p>Confined to one thread at a time.
 */
public final class StagePlanner {

    /** Stages that combine ahead are numbered from here, by the stage whose rows they combine. */
    private static final int FIRST_AHEAD = 1_000_000;

    private final CodecRegistry codecs;
    private final boolean combinesAhead;
    private final Map<ShuffleId, PlannedStage> byShuffle = new LinkedHashMap<>();
    private int nextStage;

    /**
     * Makes a planner that has planned nothing yet.
     *
     * @param codecs writes the bounds of sorts
     * @param combinesAhead whether each aggregation gets a stage that can combine hot reducers in parts first
     */
    public StagePlanner(CodecRegistry codecs, boolean combinesAhead) {
        this.codecs = codecs;
        this.combinesAhead = combinesAhead;
    }

    /** Makes a planner that has planned nothing yet, and that plans no stages for hot reducers. */
    public StagePlanner(CodecRegistry codecs) {
        this(codecs, false);
    }

    /** Cuts a job: the plan's stages, and a result stage that runs the action. */
    public PlannedJob plan(
            JobId job,
            PlanNode root,
            PartitionAction<Object, Object> action,
            List<PartitionIndex> partitions,
            CallSite callSite) {
        Map<ShuffleId, PlannedStage> producers = new LinkedHashMap<>();
        Set<ShuffleId> inputs = new LinkedHashSet<>();
        Step step = cut(root, inputs, producers);
        ResultStage result = new ResultStage(
                new StageId(nextStage++),
                root.partitions(),
                List.copyOf(inputs),
                partitions.size() == root.partitions() ? ReadSites.ofResult(root, action) : List.of(),
                root.determinism(),
                callSite.toString());
        TreeMap<ShuffleId, ShuffleMapStage> specs = new TreeMap<>();
        producers.forEach((shuffle, stage) -> specs.put(shuffle, (ShuffleMapStage) stage.spec()));
        List<PlannedStage> stages = new ArrayList<>(producers.values());
        stages.add(new PlannedStage(
                result, new StageProgram(step, new StageOutput.ToAnswer(action)), StageOperators.of(root)));
        return new PlannedJob(new StageGraph(job, result, specs, partitions), stages);
    }

    /** Forgets the stage that writes a shuffle, since no plan names it any more; gives the stage, if there was one. */
    public Optional<StageId> forget(ShuffleId shuffle) {
        return Optional.ofNullable(byShuffle.remove(shuffle))
                .map(stage -> stage.spec().id());
    }

    private Step cut(PlanNode node, Set<ShuffleId> inputs, Map<ShuffleId, PlannedStage> producers) {
        if (node instanceof SourceNode source) {
            return new Step.SourceStep(source.source());
        } else if (node instanceof PipeNode pipe) {
            return new Step.PipeStep(cut(pipe.input(), inputs, producers), pipe.operator());
        } else if (node instanceof CacheNode cache) {
            return new Step.CacheStep(cut(cache.input(), inputs, producers), cache.id(), cache.level());
        } else if (node instanceof UnionNode union) {
            return new Step.UnionStep(union.inputs().stream()
                    .map(input -> cut(input, inputs, producers))
                    .toList());
        } else if (node instanceof MergeNode merge) {
            return new Step.MergeStep(
                    merge.inputs().stream()
                            .map(input -> cut(input, inputs, producers))
                            .toList(),
                    merge.operator());
        } else if (node instanceof ReduceNode reduce) {
            for (int side = 0; side < reduce.exchanges().size(); side++) {
                ExchangeNode exchange = reduce.exchanges().get(side);
                producer(exchange, nullKeys(reduce.operator(), side, exchange), producers);
                inputs.add(exchange.shuffle());
            }
            List<ShuffleId> shuffles = new ArrayList<>(
                    reduce.exchanges().stream().map(ExchangeNode::shuffle).toList());
            if (combinesAhead && reduce.operator() instanceof ReduceOperator.Aggregate aggregate) {
                shuffles.add(ahead(reduce, aggregate, producers));
                inputs.add(shuffles.get(1));
            }
            return new Step.ReduceStep(shuffles, reduce.operator(), reduce.partitions());
        }
        throw new IllegalArgumentException("an exchange is read by a reduce node only: " + node.callSite());
    }

    /** Plans the stage that writes an exchange, with all stages that it needs before it in {@code producers}. */
    private void producer(ExchangeNode exchange, NullKeys nullKeys, Map<ShuffleId, PlannedStage> producers) {
        if (producers.containsKey(exchange.shuffle())) {
            return;
        }
        Set<ShuffleId> inputs = new LinkedHashSet<>();
        Step step = cut(exchange.input(), inputs, producers);
        PlannedStage known = byShuffle.get(exchange.shuffle());
        if (known == null) {
            ShuffleMapStage spec = new ShuffleMapStage(
                    new StageId(nextStage++),
                    exchange.input().partitions(),
                    List.copyOf(inputs),
                    ReadSites.ofMaps(exchange),
                    exchange.determinism(),
                    exchange.callSite().toString(),
                    exchange.shuffle(),
                    exchange.partitions());
            known = new PlannedStage(
                    spec, new StageProgram(step, output(exchange, nullKeys)), StageOperators.of(exchange.input()));
            byShuffle.put(exchange.shuffle(), known);
        }
        producers.put(exchange.shuffle(), known);
    }

    /**
     * Plans the stage that combines hot reducers of an aggregation in parts; it has no tasks unless there are some.
     */
    @SuppressWarnings("NullAway") // keys and what values are combined to may be null
    private ShuffleId ahead(
            ReduceNode reduce, ReduceOperator.Aggregate aggregate, Map<ShuffleId, PlannedStage> producers) {
        ExchangeNode exchange = reduce.exchanges().get(0);
        ShuffleId rows = exchange.shuffle();
        ShuffleId parts = rows.ofParts();
        PlannedStage known = byShuffle.get(parts);
        if (known == null) {
            ReadSite site = ReadSite.ahead(
                    rows, aggregate, exchange.partitions(), exchange.determinism() == Determinism.UNORDERED);
            ShuffleMapStage spec = new ShuffleMapStage(
                    new StageId(FIRST_AHEAD + byShuffle.get(rows).spec().id().value()),
                    exchange.partitions(),
                    List.of(rows),
                    List.of(site),
                    Determinism.UNORDERED.and(exchange.determinism()),
                    reduce.callSite().toString(),
                    parts,
                    exchange.partitions());
            StageOutput output = new StageOutput.ToShuffle(
                    new ShuffleSpec(parts, exchange.partitions(), false),
                    pair -> ((Pair<?, ?>) pair).key(),
                    pair -> ((Pair<?, ?>) pair).value(),
                    rule(exchange, NullKeys.TOGETHER),
                    null);
            Step step = new Step.ReduceStep(List.of(rows), aggregate, exchange.partitions());
            known = new PlannedStage(spec, new StageProgram(step, output), StageOperators.of(reduce));
            byShuffle.put(parts, known);
        }
        producers.put(parts, known);
        return parts;
    }

    private StageOutput output(ExchangeNode exchange, NullKeys nullKeys) {
        Combiner<Object, Object> combiner = exchange.combiner().orElse(null);
        return new StageOutput.ToShuffle(
                spec(exchange), exchange.key(), exchange.value(), rule(exchange, nullKeys), combiner);
    }

    /**
     * What becomes of rows without a key on one side of a join. They are dealt out only where a second computation deals
     * them out in the same way.
     */
    private static NullKeys nullKeys(ReduceOperator operator, int side, ExchangeNode exchange) {
        boolean isPlain = exchange.partitioning() instanceof Partitioning.Hash
                && exchange.combiner().isEmpty();
        if (isPlain
                && operator instanceof ReduceOperator.Join join
                && !join.type().matchesNull()) {
            boolean keeps = side == 0 ? join.type().keepsLeft() : join.type().keepsRight();
            boolean isOrdered = exchange.input().determinism() != Determinism.UNORDERED;
            return !keeps ? NullKeys.DROPPED : isOrdered ? NullKeys.SPREAD : NullKeys.TOGETHER;
        }
        return NullKeys.TOGETHER;
    }

    /** The exchange as writers see it. */
    public static ShuffleSpec spec(ExchangeNode exchange) {
        boolean objects =
                exchange.combiner().filter(combiner -> !combiner.onBytes()).isPresent();
        return new ShuffleSpec(exchange.shuffle(), exchange.partitions(), objects);
    }

    private PartitionRule rule(ExchangeNode exchange, NullKeys nullKeys) {
        int partitions = exchange.partitions();
        if (exchange.partitioning() instanceof Partitioning.Hash) {
            return new PartitionRule.ByHash(partitions, nullKeys);
        } else if (exchange.partitioning() instanceof Partitioning.RoundRobin) {
            boolean sorted = exchange.input().determinism() == Determinism.UNORDERED;
            return new PartitionRule.ByOrdinal(partitions, sorted);
        } else if (exchange.partitioning() instanceof Partitioning.Range range) {
            List<Object> bounds = range.bounds().get();
            return new PartitionRule.ByRange(
                    partitions, EncodedRows.encode(bounds == null ? List.of() : bounds, codecs));
        }
        if (exchange.partitioning() instanceof Partitioning.Custom custom) {
            return new PartitionRule.ByFunction(custom.partitioner());
        }
        throw new IllegalStateException("unknown partitioning " + exchange.partitioning());
    }
}
