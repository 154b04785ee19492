package io.evenkeel.dataset;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.checkpoint.CheckpointSource;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.config.ApplicationSettings;
import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.ConsoleReport;
import io.evenkeel.event.EventBus;
import io.evenkeel.event.EventListener;
import io.evenkeel.event.log.EventLog;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.jdbc.ConnectionFactory;
import io.evenkeel.memory.MemorySettings;
import io.evenkeel.operator.CollectionSource;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.operator.RangeSource;
import io.evenkeel.operator.RowSource;
import io.evenkeel.plan.CacheNode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.PlanRunner;
import io.evenkeel.plan.PlanRunner.ResultHandler;
import io.evenkeel.plan.SourceNode;
import io.evenkeel.stats.CollectionAccumulator;
import io.evenkeel.stats.CustomAccumulator;
import io.evenkeel.stats.DoubleAccumulator;
import io.evenkeel.stats.LongAccumulator;
import io.evenkeel.storage.StorageLevel;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The way in: makes datasets and runs jobs on them, until it is closed.
 *
 * <p>Thread-safe: jobs may be run from several threads at a time.
 */
public final class EngineSession implements AutoCloseable {

    private final Configuration configuration;
    private final ApplicationSettings settings;
    private final EventBus events;
    private final PlanRunner runner;
    private final CodecRegistry codecs;
    private final @Nullable SkewStrategies strategies;
    private final @Nullable ConsoleReport report;
    private final @Nullable EventLog log;
    private final AtomicInteger nextNode = new AtomicInteger();
    private final AtomicInteger nextAccumulator = new AtomicInteger();
    private final AtomicInteger nextShuffle = new AtomicInteger();
    private final Releases<ShuffleId> shuffles = new Releases<>();
    private final Releases<NodeId> caches = new Releases<>();
    private final Releases<Integer> broadcasts = new Releases<>();
    private final AtomicInteger nextBroadcast = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();

    EngineSession(
            Configuration configuration,
            EventBus events,
            PlanRunner runner,
            ClassLoader applicationLoader,
            @Nullable SkewStrategies strategies,
            @Nullable ConsoleReport report,
            @Nullable EventLog log) {
        this.strategies = strategies;
        this.report = report;
        this.log = log;
        this.configuration = configuration;
        this.settings = ApplicationSettings.from(configuration);
        this.events = events;
        this.runner = runner;
        this.codecs = new CodecRegistry(applicationLoader, CodecSettings.from(configuration));
    }

    /** Starts to describe a session; what is not said comes from the launcher, then from defaults. */
    public static SessionBuilder builder() {
        return new SessionBuilder();
    }

    /** The lines of text files: a file, a directory, a glob, or several of these separated by commas. */
    public Dataset<String> textFile(String path) {
        return text(path).lines(CallSites.of("textFile"));
    }

    /** The same with a say in how the text is read. */
    public TextReader text(String path) {
        return new TextReader(this, path);
    }

    /** CSV files, named as text files are; says then how they are read. */
    public CsvReader csv(String path) {
        return new CsvReader(this, path);
    }

    /** Files with JSON objects, one on each line, named as text files are; says then how they are read. */
    public JsonReader json(String path) {
        return new JsonReader(this, path);
    }

    /** Files as they are, named as text files are: whole, or as records of fixed length. */
    public BinaryReader binary(String path) {
        return new BinaryReader(this, path);
    }

    /** The rows that {@link Dataset#saveAsObjectFile} wrote to a directory, partition by partition. */
    public <T> Dataset<T> objectFile(String directory) {
        return source(ObjectFiles.<T>read(directory), CallSites.of("objectFile"));
    }

    /** The rows of a query of a database; says then how they are read. */
    public JdbcReader jdbc(ConnectionFactory connections, String query) {
        return new JdbcReader(this, connections, query);
    }

    /** The pairs that {@link KeyedDataset#saveBucketed} wrote to a directory, bucket by bucket. */
    public <K, V> KeyedDataset<K, V> readBucketed(String directory) {
        CallSite site = CallSites.of("readBucketed");
        return KeyedDataset.ofPairs(
                this, source(CheckpointSource.ofDirectory(directory).asBuckets(), site).node);
    }

    /** The rows of a collection, as they are now. */
    public <T> Dataset<T> of(Collection<? extends T> rows) {
        CallSite site = CallSites.of("of");
        return source(CollectionSource.of(rows, Math.max(1, Math.min(rows.size(), defaultPartitions())), codecs), site);
    }

    /** The numbers from {@code start} to below {@code end}. */
    public Dataset<Long> range(long start, long end) {
        CallSite site = CallSites.of("range");
        return source(new RangeSource(start, end, defaultPartitions()), site);
    }

    /** The rows of a source that is none of the engine's own; this is how modules offer formats. */
    public <T> Dataset<T> read(RowSource<T> source) {
        return source(source, CallSites.of("read"));
    }

    /** Any source of rows. */
    <T> Dataset<T> source(RowSource<T> source, CallSite site) {
        return new Dataset<>(this, new SourceNode(newNode(), site, source));
    }

    /** A number that functions in tasks add to; starts at zero. */
    public LongAccumulator longAccumulator(String name) {
        return new LongAccumulator(nextAccumulator.getAndIncrement(), name);
    }

    /** A floating-point number that functions in tasks add to; starts at zero. */
    public DoubleAccumulator doubleAccumulator(String name) {
        return new DoubleAccumulator(nextAccumulator.getAndIncrement(), name);
    }

    /** A list that functions in tasks add to, of at most a million elements. */
    public <T> CollectionAccumulator<T> collectionAccumulator(String name) {
        return collectionAccumulator(name, 1_000_000);
    }

    /**
     * A list that functions in tasks add to.
     *
     * @param limit how many elements it may have: it is held in memory
     */
    public <T> CollectionAccumulator<T> collectionAccumulator(String name, int limit) {
        return new CollectionAccumulator<>(nextAccumulator.getAndIncrement(), name, limit);
    }

    /**
     * A value that functions in tasks change by functions of the program's own.
     *
     * @param zero the value of nothing added; it must not be changed
     * @param add gives the value with another thing added
     * @param merge gives the value of two; must be associative and commutative
     */
    public <A, R> CustomAccumulator<A, R> accumulator(
            String name, R zero, SerializableBiFunction<R, A, R> add, SerializableBiFunction<R, R, R> merge) {
        CustomAccumulator<A, R> made =
                new CustomAccumulator<>(nextAccumulator.getAndIncrement(), name, zero, add, merge);
        ClosureCheck.check(made, CallSites.of("accumulator"));
        return made;
    }

    /**
     * A value for functions in tasks to read: they capture the handle, and each executor fetches the value once. For what
     * is larger than a few hundred kilobytes and needed by many tasks; it must not be changed.
     *
     * @throws EngineException if a codec can't take the value, or it is larger than {@code evenkeel.broadcast.maxSize}
     */
    public <T> Broadcast<T> broadcast(T value) {
        CallSite site = CallSites.of("broadcast");
        requireOpen();
        releaseWhatHasGone();
        int id = nextBroadcast.getAndIncrement();
        runner.broadcast(id, value);
        Broadcast<T> handle = new Broadcast<>(id, site.toString(), value, new BroadcastControl(runner));
        broadcasts.track(handle, id);
        return handle;
    }

    /** Tells a listener of everything that happens from now on. */
    public void addListener(EventListener listener) {
        events.add(listener);
    }

    public void removeListener(EventListener listener) {
        events.remove(listener);
    }

    /** Cancels all jobs that run now; they fail with {@link ErrorCode#JOB_CANCELLED} and this reason. */
    public void cancelJobs(String reason) {
        runner.cancelJobs(reason);
    }

    /** What was set. */
    public Configuration configuration() {
        return configuration;
    }

    /** Cancels what runs and removes everything the session made. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            runner.close();
            if (log != null) {
                log.close();
            }
            if (report != null) {
                report.close();
            }
        }
    }

    NodeId newNode() {
        return new NodeId(nextNode.getAndIncrement());
    }

    /** An exchange of the session's own; its shuffle is released when nobody can reach the exchange any more. */
    ExchangeNode exchange(
            CallSite site,
            PlanNode input,
            SerializableFunction<?, ?> key,
            SerializableFunction<?, ?> value,
            Partitioning partitioning,
            Optional<Combiner<Object, Object>> combiner) {
        ShuffleId shuffle = new ShuffleId(nextShuffle.getAndIncrement());
        ExchangeNode exchange = new ExchangeNode(
                newNode(),
                shuffle,
                site,
                input,
                Projections.untyped(key),
                Projections.untyped(value),
                partitioning,
                combiner);
        releaseWhatHasGone();
        shuffles.track(exchange, shuffle);
        return exchange;
    }

    /** A node that keeps rows; they are kept no longer when nobody can reach the node any more. */
    CacheNode cache(CallSite site, PlanNode input, StorageLevel level) {
        requireMemory(level, site);
        CacheNode node = new CacheNode(newNode(), site, input, level);
        track(node);
        return node;
    }

    void requireMemory(StorageLevel level, CallSite site) {
        if (level.usesOffHeap() && MemorySettings.from(configuration).offHeap().bytes() == 0) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    site + ": there is no memory outside the heap; set " + MemorySettings.OFF_HEAP_ENABLED.key()
                            + " to true and " + MemorySettings.OFF_HEAP_SIZE.key() + " to how much");
        }
    }

    void track(CacheNode node) {
        releaseWhatHasGone();
        caches.track(node, node.id());
    }

    void setUnrepeatable(CacheNode node) {
        runner.setUnrepeatable(node.id());
    }

    int kept(CacheNode node) {
        return runner.kept(node);
    }

    void unpersist(CacheNode node) {
        runner.unpersist(node.id());
    }

    boolean isKept(CacheNode node) {
        return runner.isKept(node.id());
    }

    private void releaseWhatHasGone() {
        shuffles.drain(runner::release);
        caches.drain(runner::unpersist);
        broadcasts.drain(id -> runner.destroyBroadcast(id, "the engine, since the program held it no more"));
    }

    /** What rewrites skewed operations. */
    SkewStrategies strategies(CallSite site) {
        SkewStrategies found = strategies;
        if (found == null) {
            throw new EngineException(
                    ErrorCode.INVALID_CONFIGURATION,
                    site + ": nothing on the class path handles skew; add evenkeel-skew-handlers to it");
        }
        return found;
    }

    CodecRegistry codecs() {
        return codecs;
    }

    /** How many partitions a source without a better reason gets. */
    public int defaultPartitions() {
        return settings.defaultParallelism() > 0 ? settings.defaultParallelism() : 2 * runner.slots();
    }

    /** How many partitions a shuffle of these inputs gets when the user does not say. */
    int shufflePartitions(PlanNode... inputs) {
        if (settings.defaultParallelism() > 0) {
            return settings.defaultParallelism();
        }
        int most = 2 * runner.slots();
        for (PlanNode input : inputs) {
            most = Math.max(most, input.partitions());
        }
        return most;
    }

    <T, R> void run(PlanNode plan, PartitionAction<T, R> action, CallSite site, ResultHandler<R> results) {
        List<PartitionIndex> all = IntStream.range(0, plan.partitions())
                .mapToObj(PartitionIndex::new)
                .toList();
        run(plan, action, all, site, results);
    }

    <T, R> void run(
            PlanNode plan,
            PartitionAction<T, R> action,
            List<PartitionIndex> partitions,
            CallSite site,
            ResultHandler<R> results) {
        requireOpen();
        releaseWhatHasGone();
        ClosureCheck.check(action, site);
        CsvCuts.settle(this, plan);
        RangeBounds.settle(this, plan);
        runner.run(plan, action, partitions, site, results);
    }

    String explain(PlanNode plan) {
        requireOpen();
        return runner.explainStages(plan);
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new EngineException(ErrorCode.SESSION_CLOSED, "the session is closed; no job can run in it any more");
        }
    }
}
