package io.evenkeel.dataset;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.function.SerializablePredicate;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.jdbc.ConnectionFactory;
import io.evenkeel.operator.FilterOperator;
import io.evenkeel.operator.FlatMapOperator;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.Operator;
import io.evenkeel.plan.CacheNode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.UnionNode;
import io.evenkeel.storage.StorageLevel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Rows, described and not yet computed: operations give new datasets at once, actions ({@link #collect}, {@link #count},
 * {@link #take}, {@link #saveAsTextFile}) run a job. Rows may be null. Immutable and thread-safe.
 *
 * @param <T> the rows
 */
public sealed class Dataset<T> permits KeyedDataset {

    final EngineSession session;
    final PlanNode node;

    Dataset(EngineSession session, PlanNode node) {
        this.session = session;
        this.node = node;
    }

    /** One row for each row. Keeps partitions and order. */
    public <R> Dataset<R> map(SerializableFunction<? super T, ? extends R> function) {
        CallSite site = checked("map", function);
        return new Dataset<>(session, pipe(site, new MapOperator<>("map", function)));
    }

    /** Any number of rows for each row: those of the iterable, which may be endless. Keeps partitions and order. */
    public <R> Dataset<R> flatMap(SerializableFunction<? super T, ? extends Iterable<? extends R>> function) {
        CallSite site = checked("flatMap", function);
        return new Dataset<>(session, pipe(site, new FlatMapOperator<>(function)));
    }

    /** The rows that pass the test. Keeps partitions and order. */
    public Dataset<T> filter(SerializablePredicate<? super T> predicate) {
        CallSite site = checked("filter", predicate);
        return new Dataset<>(session, pipe(site, new FilterOperator<>(predicate)));
    }

    /** The rows as values under the key that the function gives. */
    public <K> KeyedDataset<K, T> keyBy(SerializableFunction<? super T, ? extends K> key) {
        CallSite site = checked("keyBy", key);
        return KeyedDataset.projected(session, node, site, Projections.untyped(key), new Projections.Identity<>());
    }

    /** These rows and those of another dataset, duplicates kept: the partitions of both, one after the other. */
    public Dataset<T> union(Dataset<? extends T> other) {
        requireSameSession("union", other);
        CallSite site = CallSites.of("union");
        return new Dataset<>(session, new UnionNode(session.newNode(), site, List.of(node, other.node)));
    }

    /**
     * Every row once, however often it stands here; rows are compared as keys are. The order is not promised. Duplicates are
     * dropped before the shuffle and after it.
     */
    public Dataset<T> distinct() {
        CallSite site = CallSites.of("distinct");
        return new Dataset<>(session, Distinct.of(session, node, site));
    }

    /**
     * The rows spread evenly over so many partitions, by a shuffle. A row goes where its place in its partition says, so
     * that a second computation gives the same partitions.
     */
    public Dataset<T> repartition(int partitions) {
        CallSite site = CallSites.of("repartition");
        requirePartitions(site, partitions);
        return new Dataset<>(
                session,
                reduce(
                        site,
                        new ReduceOperator.Rows(),
                        exchange(
                                site,
                                new Projections.NoKey<>(),
                                new Projections.Identity<>(),
                                new Partitioning.RoundRobin(partitions))));
    }

    /**
     * The rows in the natural order of a key, over all partitions: partition after partition, and within each. Rows with
     * equal keys keep their order. A null key comes first. The first job on it samples the keys to cut the ranges.
     */
    public <K extends Comparable<? super K>> Dataset<T> sortBy(SerializableFunction<? super T, ? extends K> key) {
        CallSite site = checked("sortBy", key);
        Partitioning ranges = new Partitioning.Range(session.shufflePartitions(node));
        return new Dataset<>(
                session,
                reduce(
                        site,
                        new ReduceOperator.Sort(),
                        exchange(site, Projections.untyped(key), new Projections.Identity<>(), ranges)));
    }

    /**
     * Says that a function above gives other rows when it is computed again (it draws random numbers, it asks the
     * clock). What was computed from rows that are lost is then computed again as a whole.
     */
    public Dataset<T> indeterminate() {
        CallSite site = CallSites.of("indeterminate");
        Operator<T, T> same = new MapOperator<>("indeterminate", new Projections.Identity<>());
        return new Dataset<>(session, new PipeNode(session.newNode(), site, node, same, Determinism.INDETERMINATE));
    }

    /** {@link #persist} at {@link StorageLevel#MEMORY_ONLY}: as objects in memory, and computed again where that is short. */
    public Dataset<T> cache() {
        return new Dataset<>(session, persisted(CallSites.of("cache"), StorageLevel.MEMORY_ONLY));
    }

    /**
     * The same rows, each partition kept when an action computes it for the first time. Use the dataset that is returned:
     * this one stays as it is. Kept rows that are lost (memory was short and the level has no disk, an executor died, a
     * file was damaged) are computed again. They go with {@link #unpersist}, or when nobody holds the dataset any more.
     *
     * <p>Levels that are not {@code _SER} keep the rows themselves: functions must not change rows they were given, nor
     * give out one object again and again with other content.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} if this dataset is persisted at another level
     *     already; with {@link ErrorCode#INVALID_CONFIGURATION} if the level wants memory that there is not
     */
    public Dataset<T> persist(StorageLevel level) {
        return new Dataset<>(session, persisted(CallSites.of("persist"), level));
    }

    /**
     * Removes what is kept of this dataset, and keeps nothing of it any more; later actions compute it anew. Jobs that
     * read it now go on.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} if {@link #persist} or {@link #cache} did not give
     *     this dataset
     */
    public void unpersist() {
        if (!(node instanceof CacheNode cached)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    CallSites.of("unpersist") + ": this dataset is what " + node.callSite()
                            + " gave; call unpersist() on the one that persist() or cache() gave");
        }
        session.unpersist(cached);
    }

    /**
     * Computes the rows now and writes them to a directory, partition by partition; gives them as they are read from
     * there. What made them is cut off: it is not computed again, whatever is lost. The directory must not exist; it
     * stays when the session ends, and is the program's to remove. A job that fails leaves nothing.
     */
    public Dataset<T> checkpoint(String directory) {
        return new Dataset<>(session, Checkpoints.reliable(session, node, directory, CallSites.of("checkpoint")));
    }

    /**
     * Computes the rows now and lets the executors keep them, in memory and on their disks; what made them is cut off.
     * Faster than {@link #checkpoint}, but when an executor dies, what it alone held is gone, and jobs that read it fail.
     */
    public Dataset<T> localCheckpoint() {
        return localCheckpoint(StorageLevel.MEMORY_AND_DISK);
    }

    /**
     * The same at another level, which must have a disk; with two copies one executor may die.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} if the level has no disk
     */
    public Dataset<T> localCheckpoint(StorageLevel level) {
        return new Dataset<>(session, Checkpoints.local(session, node, level, CallSites.of("localCheckpoint")));
    }

    final PlanNode persisted(CallSite site, StorageLevel level) {
        if (level == StorageLevel.NONE) {
            return node;
        }
        if (!(node instanceof CacheNode cached)) {
            return session.cache(site, node, level);
        }
        if (!session.isKept(cached)) {
            return session.cache(site, cached.input(), level);
        }
        if (cached.level() != level) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    site + ": the dataset is persisted at " + cached.level() + " already, by " + cached.callSite()
                            + "; unpersist() it before you persist it at " + level);
        }
        return node;
    }

    /**
     * Sets into how many partitions the shuffling operation that made this dataset writes.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_ARGUMENT} if no shuffling operation made it
     */
    public Dataset<T> withPartitions(int partitions) {
        return new Dataset<>(session, repartitioned(node, partitions));
    }

    /** All rows, in the order of partitions. They must fit into the driver's memory. */
    public List<T> collect() {
        CallSite site = CallSites.of("collect");
        TreeMap<PartitionIndex, List<T>> parts = new TreeMap<>();
        session.run(node, Actions.<T>collect(), site, parts::put);
        List<T> rows = new ArrayList<>();
        parts.values().forEach(rows::addAll);
        return rows;
    }

    /** How many rows there are. */
    public long count() {
        CallSite site = CallSites.of("count");
        AtomicLong sum = new AtomicLong();
        session.run(node, Actions.<T>count(), site, (partition, rows) -> sum.addAndGet(rows));
        return sum.get();
    }

    /**
     * The first rows, in the order of partitions, or all if they are fewer. Computes few partitions first and more only
     * when needed.
     */
    public List<T> take(int rows) {
        CallSite site = CallSites.of("take");
        if (rows < 0) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, site + ": can't take " + rows + " rows");
        }
        List<T> taken = new ArrayList<>();
        int next = 0;
        int width = 1;
        while (taken.size() < rows && next < node.partitions()) {
            int end = (int) Math.min(node.partitions(), (long) next + width);
            List<PartitionIndex> some =
                    IntStream.range(next, end).mapToObj(PartitionIndex::new).toList();
            TreeMap<PartitionIndex, List<T>> parts = new TreeMap<>();
            session.run(node, Actions.<T>take(rows - taken.size()), some, site, parts::put);
            parts.values().forEach(part -> taken.addAll(part.subList(0, Math.min(part.size(), rows - taken.size()))));
            next = end;
            width = Math.multiplyExact(Math.min(width, 1 << 20), 4);
        }
        return taken;
    }

    /** Writes each row's text as a line, one file per partition, with an empty file {@code _SUCCESS} at the end. */
    public void saveAsTextFile(String directory) {
        writeText(directory).save(CallSites.of("saveAsTextFile"));
    }

    /** The same with a say in how it is written. */
    public TextWriter<T> writeText(String directory) {
        return new TextWriter<>(this, directory);
    }

    /** JSON files in a directory, a row on each line; says then how they are written. */
    public JsonWriter<T> writeJson(String directory) {
        return new JsonWriter<>(new FileSave<>(this, directory));
    }

    /**
     * Writes the rows to a directory as the engine's codecs encode them, a file for each partition, for
     * {@link EngineSession#objectFile} to read. The classes of the rows must be there then, with the same fields.
     */
    public void saveAsObjectFile(String directory) {
        ObjectFiles.write(this, directory, CallSites.of("saveAsObjectFile"));
    }

    /** Rows for a database; says then how they are written. */
    public JdbcWriter<T> writeJdbc(ConnectionFactory connections) {
        return new JdbcWriter<>(this, connections);
    }

    /** CSV files in a directory; says then how they are written. */
    public CsvWriter<T> writeCsv(String directory) {
        return new CsvWriter<>(this, directory);
    }

    /** The plan, the stages it is cut into, and for each exchange the writer with its reason. Nothing is computed. */
    public String explain() {
        return session.explain(node);
    }

    /** How many partitions the rows lie in. */
    public int numPartitions() {
        return node.partitions();
    }

    final PlanNode pipe(CallSite site, Operator<?, ?> operator) {
        return new PipeNode(session.newNode(), site, node, operator, Determinism.DETERMINATE);
    }

    final PlanNode reduce(CallSite site, ReduceOperator operator, ExchangeNode... exchanges) {
        return new ReduceNode(session.newNode(), site, List.of(exchanges), operator);
    }

    private ExchangeNode exchange(
            CallSite site,
            SerializableFunction<?, ?> key,
            SerializableFunction<?, ?> value,
            Partitioning partitioning) {
        return session.exchange(site, node, key, value, partitioning, Optional.empty());
    }

    final CallSite checked(String operation, Serializable function) {
        CallSite site = CallSites.of(operation);
        ClosureCheck.check(function, site);
        return site;
    }

    final void requireSameSession(String operation, Dataset<?> other) {
        if (other.session != session) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    CallSites.of(operation) + ": the two datasets belong to different sessions");
        }
    }

    static void requirePartitions(CallSite site, int partitions) {
        if (partitions < 1) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, site + ": needs at least one partition, not " + partitions);
        }
    }

    /** What one call made of several nodes bears the same call site, and is remade as a whole. */
    @SuppressWarnings("ReferenceEquality") // two calls may stand in one line
    final PlanNode repartitioned(PlanNode made, int partitions) {
        CallSite site = CallSites.of("withPartitions");
        requirePartitions(site, partitions);
        if (made instanceof PipeNode pipe && pipe.callSite() == pipe.input().callSite()) {
            PlanNode changed = repartitioned(pipe.input(), partitions);
            return new PipeNode(session.newNode(), pipe.callSite(), changed, pipe.operator(), pipe.promise());
        }
        if (!(made instanceof ReduceNode reduce)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    site + ": stands behind " + made.callSite() + ", which does not shuffle; put it right behind a"
                            + " shuffling operation, or use repartition(" + partitions + ")");
        }
        List<ExchangeNode> changed = new ArrayList<>();
        for (ExchangeNode exchange : reduce.exchanges()) {
            changed.add(session.exchange(
                    exchange.callSite(),
                    exchange.input(),
                    exchange.key(),
                    exchange.value(),
                    exchange.partitioning().withPartitions(partitions),
                    exchange.combiner()));
        }
        return new ReduceNode(session.newNode(), reduce.callSite(), changed, reduce.operator());
    }
}
