package io.evenkeel.scheduler.local;

import io.evenkeel.broadcast.BroadcastSettings;
import io.evenkeel.broadcast.BroadcastValue;
import io.evenkeel.broadcast.DriverBroadcasts;
import io.evenkeel.broadcast.ExecutorBroadcasts;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventBus;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageId;
import io.evenkeel.memory.MemoryLayout;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.MemorySettings;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.plan.CacheNode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.PlanRunner;
import io.evenkeel.plan.PlanText;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.plan.adapt.AdaptiveRulesFactory;
import io.evenkeel.scheduler.dag.PlannedJob;
import io.evenkeel.scheduler.dag.PlannedStage;
import io.evenkeel.scheduler.dag.StagePlanner;
import io.evenkeel.scheduler.dag.StageText;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.scheduler.task.SchedulingSettings;
import io.evenkeel.shuffle.FileGroups;
import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.ShuffleWriterSelector;
import io.evenkeel.sketch.SketchSettings;
import io.evenkeel.sort.SortSettings;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.block.BlockStore;
import io.evenkeel.task.ExecutorServices;
import io.evenkeel.task.StageOutput;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs plans on executors in this JVM: one for {@code local[N]}, several where a test wants to lose some. Each has its
 * own memory, directories and slots.
 *
 * <p>Thread-safe: jobs of several threads run side by side; the state of scheduling belongs to the {@link DriverLoop}.
 */
public final class InProcessRunner implements PlanRunner {

    private static final Logger LOG = LoggerFactory.getLogger(InProcessRunner.class);

    private final Configuration configuration;
    private final EventBus events;
    private final ClassLoader loader;
    private final InProcessCluster cluster;
    private final CodecRegistry codecs;
    private final BlockFiles files;
    private final Map<ExecutorId, InProcessExecutor> executors = new ConcurrentHashMap<>();
    private final StageBytes stages = new StageBytes();
    private final ExecutorBlocks blocks = new ExecutorBlocks();
    private final DriverBroadcasts broadcasts = new DriverBroadcasts();
    private final InterruptTimer interrupts = new InterruptTimer();
    private final DecidedReads readings;
    private final DriverLoop loop;
    private final StagePlanner planner;
    private final ShuffleWriterSelector selector;
    private final Set<ShuffleId> announced = ConcurrentHashMap.newKeySet();
    private final AtomicInteger nextJob = new AtomicInteger();
    private final AtomicInteger nextExecutor = new AtomicInteger();
    private final Thread hook = new Thread(this::shutDown, "evenkeel-cleanup");
    private final boolean combinesAhead;
    private boolean closed;

    /**
     * Starts the executors.
     *
     * @param files the door to the executors' files
     */
    public InProcessRunner(
            InProcessCluster cluster,
            Configuration configuration,
            EventBus events,
            ClassLoader loader,
            BlockFiles files) {
        this.cluster = cluster;
        this.configuration = configuration;
        this.events = events;
        this.loader = loader;
        this.files = files;
        this.codecs = new CodecRegistry(loader, CodecSettings.from(configuration));
        AdaptiveRules rules = rules(configuration);
        this.planner = new StagePlanner(codecs, rules.combinesAhead());
        this.combinesAhead = rules.combinesAhead();
        this.readings = new DecidedReads(events);
        this.selector = new ShuffleWriterSelector(loadWriters(), ShuffleSettings.from(configuration));
        MemorySettings.from(configuration).notice().ifPresent(LOG::warn);
        DecisionCarrier carrier = new DecisionCarrier(
                events,
                stages,
                blocks,
                new ShuffleCounts(events, codecs, SketchSettings.from(configuration)),
                readings);
        this.loop = new DriverLoop(SchedulingSettings.from(configuration), rules, events, carrier);
        try {
            for (int i = 0; i < cluster.executors(); i++) {
                addExecutor();
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private static List<ShuffleWriterFactory> loadWriters() {
        List<ShuffleWriterFactory> found = new ArrayList<>();
        ServiceLoader.load(ShuffleWriterFactory.class, InProcessRunner.class.getClassLoader())
                .forEach(found::add);
        return found;
    }

    private static AdaptiveRules rules(Configuration configuration) {
        return ServiceLoader.load(AdaptiveRulesFactory.class, InProcessRunner.class.getClassLoader())
                .findFirst()
                .map(factory -> factory.create(configuration))
                .orElse(AdaptiveRules.NONE);
    }

    /** Starts one more executor. */
    public ExecutorId addExecutor() {
        ExecutorId id =
                new ExecutorId(cluster.executors() == 1 ? "driver" : Integer.toString(nextExecutor.getAndIncrement()));
        InProcessExecutor executor = new InProcessExecutor(
                services(id),
                cluster.slotsPerExecutor(),
                (attempt, from, outcome) -> loop().tell(new DriverMessage.Ended(attempt, from, outcome)),
                interrupts);
        executors.put(id, executor);
        blocks.added(id, executor.blocks());
        loop().tell(new DriverMessage.Add(executor));
        return id;
    }

    /** The loop exists before any executor reports to it. */
    private DriverLoop loop() {
        return loop;
    }

    private ExecutorServices services(ExecutorId id) {
        MemorySettings memory = MemorySettings.from(configuration);
        MemoryLayout heap = MemoryLayout.of(cluster.heapPerExecutor(), memory);
        long execution = heap.executionLimit().bytes();
        MemoryManager manager = new MemoryManager(heap.pool(), memory.offHeapPool());
        try {
            LocalDirectories directories = new LocalDirectories(LocalDirectories.roots(configuration), id.value());
            BlockStore store = new BlockStore(
                    id, manager, directories, files, codecs, blocks.seenFrom(id), BlockStore.CHUNK_BYTES);
            return new ExecutorServices(
                    id,
                    loader,
                    codecs,
                    manager,
                    execution / cluster.slotsPerExecutor() / 2,
                    directories,
                    files,
                    store,
                    new ExecutorBroadcasts(broadcasts, codecs, manager, store.evictor()),
                    configuration.get(MemorySettings.FAIL_ON_LEAK),
                    SketchSettings.from(configuration).keys(),
                    new FileGroups(directories, files),
                    ShuffleSettings.from(configuration),
                    RawQuota.from(configuration, cluster.executors(), cluster.slotsPerExecutor()),
                    SortSettings.from(configuration),
                    selector,
                    this::filesOf,
                    attempt -> loop().mayCommit(attempt, id));
        } catch (IOException e) {
            throw new EngineException(ErrorCode.DISK_FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    private BlockFiles filesOf(ExecutorId id) throws IOException {
        InProcessExecutor executor = executors.get(id);
        if (executor == null || !executor.alive()) {
            throw new IOException(id + " is gone");
        }
        return files;
    }

    /** Kills an executor: its tasks, its memory and its files are gone, as when a process dies. */
    public void killExecutor(ExecutorId id, String reason) {
        InProcessExecutor executor = executors.remove(id);
        if (executor != null) {
            executor.kill(reason);
            blocks.lost(id);
            loop.tell(new DriverMessage.Lost(id, reason));
        }
    }

    /** The executors that live. */
    public List<ExecutorId> executors() {
        return executors.keySet().stream().sorted().toList();
    }

    @Override
    public <T, R> void run(
            PlanNode plan,
            PartitionAction<T, R> action,
            List<PartitionIndex> partitions,
            CallSite callSite,
            ResultHandler<R> results) {
        JobId id = new JobId(nextJob.getAndIncrement());
        @SuppressWarnings("unchecked") // the plan's rows are T, as the dataset's type says
        PartitionAction<Object, Object> untyped = (PartitionAction<Object, Object>) (PartitionAction<?, ?>) action;
        PlannedJob planned;
        synchronized (planner) {
            planned = planner.plan(id, plan, untyped, partitions, callSite);
        }
        planned.stages().forEach(stages::add);
        RunningJob job = new RunningJob(
                id,
                planned.graph().result().id(),
                callSite.toString(),
                System.nanoTime(),
                configuration.get(SchedulingSettings.MAX_RESULT_SIZE).bytes());
        announceWriters(planned);
        loop.tell(new DriverMessage.Submit(job, planned));
        try {
            new JobWait<>(job, results, codecs, reason -> cancel(job, reason)).join();
        } finally {
            Reference.reachabilityFence(plan); // its shuffles are released when nobody holds it any more
        }
    }

    @Override
    public void release(ShuffleId shuffle) {
        releaseOne(shuffle.ofParts());
        releaseOne(shuffle);
    }

    private void releaseOne(ShuffleId shuffle) {
        Optional<StageId> producer;
        synchronized (planner) {
            producer = planner.forget(shuffle);
        }
        producer.ifPresent(stages::remove);
        announced.remove(shuffle);
        readings.forget(shuffle);
        loop.tell(new DriverMessage.Event(new SchedulerEvent.ShuffleReleased(shuffle)));
    }

    private void announceWriters(PlannedJob planned) {
        for (PlannedStage stage : planned.stages()) {
            if (!stage.isAhead()
                    && stage.program().output() instanceof StageOutput.ToShuffle shuffle
                    && announced.add(shuffle.spec().shuffle())) {
                ShuffleWriterSelector.Choice choice = selector.choose(shuffle.spec());
                events.publish(new EngineEvent.WriterChosen(
                        shuffle.spec().shuffle(),
                        stage.spec().id(),
                        choice.factory().name(),
                        choice.reason()));
            }
        }
    }

    private void cancel(RunningJob job, String reason) {
        loop.tell(new DriverMessage.Event(new SchedulerEvent.JobCancelled(job.id(), reason)));
    }

    @Override
    public void cancelJobs(String reason) {
        loop.tell(new DriverMessage.CancelAll(reason));
    }

    @Override
    public void unpersist(NodeId cached) {
        blocks.unpersist(cached);
    }

    @Override
    public int kept(CacheNode cached) {
        return blocks.kept(cached.id(), cached.partitions());
    }

    @Override
    public void setUnrepeatable(NodeId cached) {
        blocks.setUnrepeatable(cached);
    }

    @Override
    public boolean isKept(NodeId cached) {
        return blocks.isKept(cached);
    }

    @Override
    public void broadcast(int id, @Nullable Object value) {
        broadcasts.add(id, BroadcastValue.of(value, codecs, BroadcastSettings.from(configuration)));
    }

    @Override
    public void unpersistBroadcast(int id) {
        executors.values().forEach(executor -> executor.broadcasts().drop(id));
    }

    @Override
    public void destroyBroadcast(int id, String destroyedAt) {
        broadcasts.destroy(id, destroyedAt);
        unpersistBroadcast(id);
    }

    /** An executor's copies of broadcast values. */
    ExecutorBroadcasts broadcastsOf(ExecutorId executor) {
        return Objects.requireNonNull(executors.get(executor), executor::toString)
                .broadcasts();
    }

    /** What the encoded values of broadcasts take at the driver. */
    long broadcastBytes() {
        return broadcasts.storedBytes();
    }

    /** What an executor keeps of persisted datasets. */
    BlockStore blocksOf(ExecutorId executor) {
        return Objects.requireNonNull(executors.get(executor), executor::toString)
                .blocks();
    }

    private String inStore(PlanNode node) {
        if (!(node instanceof CacheNode cache)) {
            return "";
        }
        return blocks.isKept(cache.id()) ? kept(cache) + " of " + cache.partitions() + " in store" : "unpersisted";
    }

    @Override
    public String explainStages(PlanNode plan) {
        PartitionAction<Object, Object> nothing = (rows, context) -> 0;
        List<PartitionIndex> all = IntStream.range(0, plan.partitions())
                .mapToObj(PartitionIndex::new)
                .toList();
        PlannedJob planned = new StagePlanner(codecs, combinesAhead)
                .plan(new JobId(0), plan, nothing, all, new CallSite("explain", "the action"));
        return "Plan\n" + PlanText.of(plan, this::inStore) + "Stages\n"
                + StageText.of(planned.stages(), spec -> selector.choose(spec).reason(), readings::textOf);
    }

    @Override
    public int slots() {
        return cluster.executors() * cluster.slotsPerExecutor();
    }

    @Override
    public void close() {
        shutDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is going down, and the hook runs or has run
        }
    }

    private synchronized void shutDown() {
        if (closed) {
            return;
        }
        closed = true;
        loop.close();
        executors.values().forEach(InProcessExecutor::close);
        executors.clear();
        interrupts.close();
    }
}
