package io.evenkeel.dataset;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.RowFormat;
import io.evenkeel.function.SerializableBiConsumer;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.function.SerializablePredicate;
import io.evenkeel.function.SerializableSupplier;
import io.evenkeel.jdbc.ConnectionFactory;
import io.evenkeel.operator.AsyncCalls;
import io.evenkeel.operator.AsyncMapOperator;
import io.evenkeel.operator.FilterOperator;
import io.evenkeel.operator.FlatMapOperator;
import io.evenkeel.operator.MapMultiOperator;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.NameOperator;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.PartitionOperator;
import io.evenkeel.operator.ProcessOperator;
import io.evenkeel.operator.ResampleOperator;
import io.evenkeel.operator.SampleOperator;
import io.evenkeel.plan.CacheNode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.Determinism;
import io.evenkeel.plan.ExchangeNode;
import io.evenkeel.plan.MergeNode;
import io.evenkeel.plan.MergeOperator;
import io.evenkeel.plan.Partitioning;
import io.evenkeel.plan.PipeNode;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.ReduceNode;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.UnionNode;
import io.evenkeel.record.Pair;
import io.evenkeel.storage.StorageLevel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Rows, described and not yet computed: operations give new datasets at once, actions (those of {@link DatasetActions}, and
 * what saves) run a job. Unless an operation says otherwise, a second computation gives the same rows in the same order
 * if the rows it works on come so. Rows may be null. Immutable and thread-safe.
 *
 * <p>Longer than most files, since it has every operation.
 *
 * @param <T> the rows
 */
public sealed class Dataset<T> extends DatasetActions<T> permits KeyedDataset {

    Dataset(EngineSession session, PlanNode node) {
        super(session, node);
    }

    /** One row for each row. Keeps partitions and order. */
    public <R> Dataset<R> map(SerializableFunction<? super T, ? extends R> function) {
        CallSite site = checked("map", function);
        return new Dataset<>(session, pipe(site, new MapOperator<>("map", function)));
    }

    /**
     * Any number of rows for each row: those that the function hands to the consumer, within its call. Makes no collection
     * on the way. Keeps partitions and order. Example: {@code lines.mapMulti((line, out) -> out.accept(line.trim()))}.
     */
    public <R> Dataset<R> mapMulti(SerializableBiConsumer<? super T, ? super Consumer<R>> function) {
        CallSite site = checked("mapMulti", function);
        return new Dataset<>(session, pipe(site, new MapMultiOperator<T, R>(function)));
    }

    /** What a function makes of all rows of a partition, pulled one by one. Keeps partitions. */
    public <R> Dataset<R> mapPartitions(SerializableFunction<? super Iterator<T>, ? extends Iterator<R>> function) {
        CallSite site = checked("mapPartitions", function);
        return new Dataset<>(
                session,
                pipeInOrder(site, new PartitionOperator<T, R>("mapPartitions", (index, rows) -> function.apply(rows))));
    }

    /** The same for a function that is given the number of the partition too. */
    public <R> Dataset<R> mapPartitionsWithIndex(
            SerializableBiFunction<Integer, Iterator<T>, ? extends Iterator<R>> function) {
        CallSite site = checked("mapPartitionsWithIndex", function);
        return new Dataset<>(session, pipeInOrder(site, new PartitionOperator<>("mapPartitionsWithIndex", function)));
    }

    /**
     * One row for each row, from a function that answers later, such as a client that does input and output without
     * blocking. A task waits while as many calls are outstanding as may be, and ends when all have answered; a call that
     * fails or takes too long fails it, and the others are cancelled. Keeps partitions.
     */
    public <R> Dataset<R> mapAsync(
            SerializableFunction<? super T, ? extends CompletionStage<? extends R>> function, AsyncCalls calls) {
        CallSite site = checked("mapAsync", function);
        PlanNode made = new PipeNode(
                session.newNode(),
                site,
                node,
                new AsyncMapOperator<T, R>(function, calls),
                calls.ordered() ? Determinism.DETERMINATE : Determinism.UNORDERED);
        return new Dataset<>(session, made);
    }

    /** The rows of each partition as one list, which must fit into memory. Keeps partitions. */
    public Dataset<List<T>> glom() {
        CallSite site = CallSites.of("glom");
        return new Dataset<>(
                session,
                pipeInOrder(site, new PartitionOperator<T, List<T>>("glom", (index, rows) -> Rows.listed(rows))));
    }

    /**
     * The lines that another program writes when it is given the rows as lines, their text in UTF-8. A process is started
     * for each partition, on the executor; it fails the job when it ends with another code than 0. Keeps partitions.
     */
    public Dataset<String> pipe(List<String> command) {
        CallSite site = CallSites.of("pipe");
        return new Dataset<>(session, pipeInOrder(site, new ProcessOperator<T>(command)));
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

    /** The rows made pairs by a function. Keeps partitions and order. */
    public <K, V> KeyedDataset<K, V> mapToPair(SerializableFunction<? super T, Pair<K, V>> function) {
        CallSite site = checked("mapToPair", function);
        return KeyedDataset.ofPairs(session, pipe(site, new MapOperator<>("mapToPair", function)));
    }

    /** One pair per key with all rows that have it; {@link #keyBy} and {@link KeyedDataset#groupByKey} in one. */
    public <K> KeyedDataset<K, Iterable<T>> groupBy(SerializableFunction<? super T, ? extends K> key) {
        CallSite site = checked("groupBy", key);
        KeyedDataset<K, T> keyed =
                KeyedDataset.projected(session, node, site, Projections.untyped(key), new Projections.Identity<>());
        return keyed.reduced(site, new ReduceOperator.Group(), Optional.empty());
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

    /** The rows that both datasets have, each once; rows are compared as keys are, null among them. */
    public Dataset<T> intersection(Dataset<T> other) {
        requireSameSession("intersection", other);
        return new Dataset<>(session, Distinct.intersection(session, node, other.node, CallSites.of("intersection")));
    }

    /** The rows that the other dataset has not, each as often as it stands here; rows are compared as keys are. */
    public Dataset<T> subtract(Dataset<T> other) {
        requireSameSession("subtract", other);
        return new Dataset<>(session, Distinct.subtract(session, node, other.node, CallSites.of("subtract")));
    }

    /**
     * Each row here with each row there. Has as many partitions as the product of both; each task reads a partition of
     * either side, and keeps the right one in memory or on disk.
     */
    public <U> KeyedDataset<T, U> cartesian(Dataset<U> other) {
        return merged("cartesian", other, new MergeOperator.Cartesian());
    }

    /**
     * The first row here with the first row there, the second with the second, and so on. Both must have as many
     * partitions, and as many rows in each; a partition where that is not so fails the job. Above rows whose order may
     * differ, pairs may differ too.
     */
    public <U> KeyedDataset<T, U> zip(Dataset<U> other) {
        requireAsManyPartitions("zip", other);
        return merged("zip", other, new MergeOperator.Zip());
    }

    /** What a function makes of the rows of two partitions of the same number; both must have as many. */
    public <U, R> Dataset<R> zipPartitions(
            Dataset<U> other,
            SerializableBiFunction<? super Iterator<T>, ? super Iterator<U>, ? extends Iterator<R>> function) {
        CallSite site = checked("zipPartitions", function);
        requireAsManyPartitions("zipPartitions", other);
        return new Dataset<>(
                session,
                new MergeNode(
                        session.newNode(),
                        site,
                        List.of(node, other.node),
                        new MergeOperator.ZipPartitions(Projections.untypedPair(function))));
    }

    private <U> KeyedDataset<T, U> merged(String operation, Dataset<U> other, MergeOperator operator) {
        requireSameSession(operation, other);
        CallSite site = CallSites.of(operation);
        return KeyedDataset.ofPairs(
                session, new MergeNode(session.newNode(), site, List.of(node, other.node), operator));
    }

    private void requireAsManyPartitions(String operation, Dataset<?> other) {
        requireSameSession(operation, other);
        if (other.node.partitions() != node.partitions()) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    CallSites.of(operation) + ": there are " + node.partitions() + " partitions here and "
                            + other.node.partitions() + " there; they must be as many");
        }
    }

    /**
     * Each row with its place among all rows, from 0. Where there is more than one partition, a job counts the rows of
     * each at once, when this is called; a partition that has another number of rows later fails its job.
     */
    public KeyedDataset<T, Long> zipWithIndex() {
        CallSite site = CallSites.of("zipWithIndex");
        return KeyedDataset.ofPairs(session, Numbering.byIndex(this, site));
    }

    /** Each row with a number of its own, without a job: with n partitions, the k-th of partition p gets {@code k * n + p}. */
    public KeyedDataset<T, Long> zipWithUniqueId() {
        CallSite site = CallSites.of("zipWithUniqueId");
        return KeyedDataset.ofPairs(session, Numbering.unique(this, site));
    }

    /**
     * Rows drawn at random. The same for the same seed, where rows come in the same order. Keeps partitions and order.
     *
     * @param withReplacement whether a row may be drawn more than once
     * @param fraction how probable it is that a row is drawn; with replacement, how often it is drawn on average
     */
    public Dataset<T> sample(boolean withReplacement, double fraction, long seed) {
        CallSite site = CallSites.of("sample");
        Samples.requireFraction(site, fraction, withReplacement);
        Operator<T, T> operator = withReplacement
                ? new ResampleOperator<>(fraction, seed)
                : new SampleOperator<>("sample", 0, fraction, seed);
        return new Dataset<>(session, pipeInOrder(site, operator));
    }

    /** The rows dealt out at random to as many datasets as there are weights, in proportion to them; each row goes to one. */
    public List<Dataset<T>> randomSplit(double[] weights, long seed) {
        CallSite site = CallSites.of("randomSplit");
        double sum = Arrays.stream(weights).sum();
        if (!(sum > 0) || Double.isInfinite(sum) || Arrays.stream(weights).anyMatch(weight -> weight < 0)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    site + ": weights are not negative, and not all 0: " + Arrays.toString(weights));
        }
        List<Dataset<T>> parts = new ArrayList<>();
        double from = 0;
        double before = 0;
        for (int i = 0; i < weights.length; i++) {
            before += weights[i];
            double to = i == weights.length - 1 ? 1 : before / sum;
            parts.add(new Dataset<>(session, pipeInOrder(site, new SampleOperator<T>("randomSplit", from, to, seed))));
            from = to;
        }
        return parts;
    }

    /**
     * The same rows in fewer partitions: neighbours are read one after the other by one task. No row moves. With as many
     * partitions as there are or more, nothing changes; {@link #repartition} makes more.
     */
    public Dataset<T> coalesce(int partitions) {
        return new Dataset<>(session, coalesced(partitions));
    }

    final PlanNode coalesced(int partitions) {
        CallSite site = CallSites.of("coalesce");
        requirePartitions(site, partitions);
        return partitions >= node.partitions()
                ? node
                : new MergeNode(session.newNode(), site, List.of(node), new MergeOperator.Coalesce(partitions));
    }

    /** {@link #repartition} into the usual number of partitions: rows that lie unevenly are spread evenly. */
    public Dataset<T> rebalance() {
        return new Dataset<>(session, dealtOut(CallSites.of("rebalance"), session.shufflePartitions(node)));
    }

    /**
     * The rows spread evenly over so many partitions, by a shuffle. A row goes where its place in its partition says, so
     * that a second computation gives the same partitions.
     */
    public Dataset<T> repartition(int partitions) {
        return new Dataset<>(session, dealtOut(CallSites.of("repartition"), partitions));
    }

    final PlanNode dealtOut(CallSite site, int partitions) {
        requirePartitions(site, partitions);
        return reduce(
                site,
                new ReduceOperator.Rows(),
                exchange(
                        site,
                        new Projections.NoKey<>(),
                        new Projections.Identity<>(),
                        new Partitioning.RoundRobin(partitions)));
    }

    /**
     * The rows in the natural order of a key, over all partitions: partition after partition, and within each. Rows with
     * equal keys keep their order. A null key comes first. The first job on it samples the keys to cut the ranges.
     */
    public <K extends Comparable<? super K>> Dataset<T> sortBy(SerializableFunction<? super T, ? extends K> key) {
        return new Dataset<>(session, sorted(checked("sortBy", key), key));
    }

    /** {@link #sortBy} in the opposite order: a null key comes last. */
    public <K extends Comparable<? super K>> Dataset<T> sortByDescending(
            SerializableFunction<? super T, ? extends K> key) {
        return new Dataset<>(session, sorted(checked("sortByDescending", key), new Projections.ToDescending<T>(key)));
    }

    final PlanNode sorted(CallSite site, SerializableFunction<?, ?> key) {
        Partitioning ranges = new Partitioning.Range(session.shufflePartitions(node));
        return reduce(
                site,
                new ReduceOperator.Sort(),
                exchange(site, Projections.untyped(key), new Projections.Identity<>(), ranges));
    }

    /** The same dataset with a name that plans show. */
    public Dataset<T> setName(String name) {
        return new Dataset<>(session, pipe(CallSites.of("setName"), new NameOperator<>(name)));
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
        return new Dataset<>(session, Reductions.repartitioned(session, node, partitions));
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

    /**
     * Files of a format that is none of the engine's own; this is how modules offer formats. The directory is complete when
     * it holds {@code _SUCCESS}; a job that fails leaves nothing, and what it would have replaced stays as it was.
     *
     * @param overwrite whether a directory that is there is replaced, once the job has succeeded
     */
    public void saveFiles(String directory, RowFormat<T> format, boolean overwrite) {
        new FileSave<>(this, directory).withOverwrite(overwrite).run(format, CallSites.of("saveFiles"));
    }

    /** The plan, the stages it is cut into, and for each exchange the writer with its reason. Nothing is computed. */
    public String explain() {
        return session.explain(node);
    }

    /** How many partitions the rows lie in. */
    public int numPartitions() {
        return node.partitions();
    }

    @Override
    public Map<T, Long> countByValue() {
        CallSite site = CallSites.of("countByValue");
        KeyedDataset<T, Object> rows = KeyedDataset.projected(
                session, node, site, new Projections.Identity<T>(), new Projections.Constant<T, Long>(1L).untyped());
        return rows.counted(site);
    }

    @Override
    public Optional<T> treeReduce(SerializableBiFunction<T, T, T> function) {
        CallSite site = checked("treeReduce", function);
        Dataset<T> reduced = new Dataset<>(
                session,
                pipeInOrder(
                        site, new PartitionOperator<T, T>("reduce", (index, rows) -> Rows.reduced(rows, function))));
        return Trees.merged(reduced, site, function);
    }

    @Override
    public <A> A treeAggregate(
            SerializableSupplier<A> zero,
            SerializableBiFunction<A, ? super T, A> add,
            SerializableBiFunction<A, A, A> merge) {
        CallSite site = checked("treeAggregate", (Serializable) List.of(zero, add, merge));
        Dataset<A> aggregated = new Dataset<>(
                session,
                pipeInOrder(
                        site,
                        new PartitionOperator<T, A>("aggregate", (index, rows) -> Rows.aggregated(rows, zero, add))));
        return Trees.merged(aggregated, site, merge).orElseThrow();
    }

    final PlanNode pipe(CallSite site, Operator<?, ?> operator) {
        return new PipeNode(session.newNode(), site, node, operator, Determinism.DETERMINATE);
    }

    /** An operator whose rows depend on the order of those it gets. */
    final PlanNode pipeInOrder(CallSite site, Operator<?, ?> operator) {
        Determinism promise =
                node.determinism() == Determinism.DETERMINATE ? Determinism.DETERMINATE : Determinism.INDETERMINATE;
        return new PipeNode(session.newNode(), site, node, operator, promise);
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
}
