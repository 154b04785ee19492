package io.evenkeel.dataset;

import io.evenkeel.aggregate.Aggregator;
import io.evenkeel.aggregate.Aggregators;
import io.evenkeel.aggregate.Statistics;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableComparator;
import io.evenkeel.function.SerializableConsumer;
import io.evenkeel.function.SerializableSupplier;
import io.evenkeel.function.SerializableToDoubleFunction;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What can be asked of rows: each of these methods runs a job and waits for it, unless it says otherwise. Interrupting the
 * caller cancels the job. Functions may throw; what they throw fails the job, with their own stack first. Immutable and
 * thread-safe.
 *
 * <p>Longer than most files, since it has every action.
 *
 * @param <T> the rows
 */
public abstract sealed class DatasetActions<T> permits Dataset {

    final EngineSession session;
    final PlanNode node;

    DatasetActions(EngineSession session, PlanNode node) {
        this.session = session;
        this.node = node;
    }

    final CallSite checked(String operation, Serializable function) {
        CallSite site = CallSites.of(operation);
        ClosureCheck.check(function, site);
        return site;
    }

    /** What the partitions answer, in their order. */
    private <R> List<R> answers(CallSite site, PartitionAction<T, R> action) {
        TreeMap<PartitionIndex, R> parts = new TreeMap<>();
        session.run(node, action, site, parts::put);
        return new ArrayList<>(parts.values());
    }

    /** What the partitions answer in lists, put together. */
    final <R> List<R> answersOf(CallSite site, PartitionAction<T, List<R>> action) {
        return joined(answers(site, action));
    }

    private static <R> List<R> joined(List<List<R>> parts) {
        List<R> rows = new ArrayList<>();
        parts.forEach(rows::addAll);
        return rows;
    }

    private static void requireNotNegative(CallSite site, int rows) {
        if (rows < 0) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, site + ": can't take " + rows + " rows");
        }
    }

    /**
     * All rows, in the order of partitions. They must fit into the driver's memory.
     *
     * @throws EngineException with {@link ErrorCode#RESULT_TOO_LARGE} if they have more bytes, encoded, than
     *     {@code evenkeel.driver.maxResultSize} (1 GB) allows
     */
    public List<T> collect() {
        return collect(CallSites.of("collect"));
    }

    private List<T> collect(CallSite site) {
        return joined(answers(site, Actions.<T>collect()));
    }

    /** {@link #collect}, without waiting. Cancelling the future cancels the job. */
    public CompletableFuture<List<T>> collectAsync() {
        CallSite site = CallSites.of("collectAsync");
        return AsyncJob.start("collect", () -> collect(site));
    }

    /**
     * All rows, in the order of partitions; one partition at a time is computed, by a job of its own, and held in memory.
     * Nothing is computed until the stream is read.
     */
    public Stream<T> stream() {
        CallSite site = CallSites.of("stream");
        return IntStream.range(0, node.partitions()).boxed().flatMap(partition -> part(site, partition).stream());
    }

    /** {@link #stream} as an iterator. */
    public Iterator<T> toLocalIterator() {
        CallSite site = CallSites.of("toLocalIterator");
        return IntStream.range(0, node.partitions())
                .boxed()
                .flatMap(partition -> part(site, partition).stream())
                .iterator();
    }

    private List<T> part(CallSite site, int partition) {
        List<T> rows = new ArrayList<>();
        session.run(
                node,
                Actions.<T>collect(),
                List.of(new PartitionIndex(partition)),
                site,
                (index, part) -> rows.addAll(part));
        return rows;
    }

    /** How many rows there are. */
    public long count() {
        return count(CallSites.of("count"));
    }

    private long count(CallSite site) {
        AtomicLong sum = new AtomicLong();
        session.run(node, Actions.<T>count(), site, (partition, rows) -> sum.addAndGet(rows));
        return sum.get();
    }

    /** {@link #count}, without waiting. Cancelling the future cancels the job. */
    public CompletableFuture<Long> countAsync() {
        CallSite site = CallSites.of("countAsync");
        return AsyncJob.start("count", () -> count(site));
    }

    /** How many rows there are, as far as it is known after so long; what is not done by then is cancelled. */
    public ApproximateCount countApprox(Duration most) {
        CallSite site = CallSites.of("countApprox");
        return PartialCount.of(session, node, site, most);
    }

    /** About how many different rows there are, compared as keys are; see {@link Aggregators#approxCountDistinct}. */
    public long countApproxDistinct() {
        return summarize(CallSites.of("countApproxDistinct"), Aggregators.<T>approxCountDistinct())
                .orElse(0L);
    }

    /** How often each row stands here; the different rows must fit into the driver's memory. */
    public abstract Map<T, Long> countByValue();

    /**
     * The first row, in the order of partitions.
     *
     * @throws NoSuchElementException if there is none
     */
    public T first() {
        CallSite site = CallSites.of("first");
        List<T> rows = take(site, 1);
        if (rows.isEmpty()) {
            throw new NoSuchElementException(site + ": there are no rows");
        }
        return rows.get(0);
    }

    /** Whether there are no rows. Computes few partitions first and more only when needed. */
    public boolean isEmpty() {
        return take(CallSites.of("isEmpty"), 1).isEmpty();
    }

    /**
     * The first rows, in the order of partitions, or all if they are fewer. Computes few partitions first and more only
     * when needed.
     */
    public List<T> take(int rows) {
        return take(CallSites.of("take"), rows);
    }

    /** {@link #take}, without waiting. Cancelling the future cancels the job. */
    public CompletableFuture<List<T>> takeAsync(int rows) {
        CallSite site = CallSites.of("takeAsync");
        return AsyncJob.start("take", () -> take(site, rows));
    }

    private List<T> take(CallSite site, int rows) {
        requireNotNegative(site, rows);
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

    /** The smallest rows in an order, smallest first; of equal ones any. */
    public List<T> takeOrdered(int rows, SerializableComparator<? super T> order) {
        return smallest(checked("takeOrdered", order), rows, order);
    }

    /** The largest rows in an order, largest first; of equal ones any. */
    public List<T> top(int rows, SerializableComparator<? super T> order) {
        CallSite site = checked("top", order);
        return smallest(site, rows, (left, right) -> order.compare(right, left));
    }

    private List<T> smallest(CallSite site, int rows, SerializableComparator<? super T> order) {
        requireNotNegative(site, rows);
        List<T> sorted = joined(answers(site, Actions.<T>smallest(rows, order)));
        sorted.sort(order);
        return new ArrayList<>(sorted.subList(0, Math.min(rows, sorted.size())));
    }

    /**
     * So many rows drawn at random, in random order; without replacement at most all. The same for the same seed, where
     * rows come in the same order. The rows must fit into the driver's memory, and as many into that of each task.
     */
    @SuppressWarnings("unchecked") // what is sampled are rows
    public List<T> takeSample(boolean withReplacement, int rows, long seed) {
        CallSite site = CallSites.of("takeSample");
        requireNotNegative(site, rows);
        return (List<T>) Samples.take(answers(site, Actions.<T>sample(rows, seed)), withReplacement, rows, seed);
    }

    /** The smallest row in an order; none where there are no rows. */
    public Optional<T> min(SerializableComparator<? super T> order) {
        return smallest(checked("min", order), 1, order).stream().findFirst();
    }

    /** The largest row in an order; none where there are no rows. */
    public Optional<T> max(SerializableComparator<? super T> order) {
        CallSite site = checked("max", order);
        return smallest(site, 1, (left, right) -> order.compare(right, left)).stream()
                .findFirst();
    }

    /** All rows combined two by two; none where there are none. The function must be associative. */
    public Optional<T> reduce(SerializableBiFunction<T, T, T> function) {
        CallSite site = checked("reduce", function);
        return Driver.reduce(site, joined(answers(site, Actions.reduce(function))), function);
    }

    /** {@link #reduce} where what the partitions give is first combined by tasks, so that the driver has less to do. */
    public abstract Optional<T> treeReduce(SerializableBiFunction<T, T, T> function);

    /** All rows combined with a first value, which is taken in once. The function must be associative. */
    public T fold(T zero, SerializableBiFunction<T, T, T> function) {
        CallSite site = checked("fold", function);
        Optional<T> reduced = Driver.reduce(site, joined(answers(site, Actions.reduce(function))), function);
        return reduced.isEmpty() ? zero : Driver.apply(site, function, zero, reduced.get());
    }

    /**
     * All rows combined to something else.
     *
     * @param zero gives the value of no rows; asked once for each partition
     * @param add takes in one row more; may change and give back its first argument
     * @param merge takes in what another partition gave; associative
     */
    public <A> A aggregate(
            SerializableSupplier<A> zero,
            SerializableBiFunction<A, ? super T, A> add,
            SerializableBiFunction<A, A, A> merge) {
        CallSite site = checked("aggregate", (Serializable) List.of(zero, add, merge));
        return Driver.reduce(site, joined(answers(site, Actions.aggregate(zero, add))), merge)
                .orElseThrow();
    }

    /** {@link #aggregate} where what the partitions give is first merged by tasks, so that the driver has less to do. */
    public abstract <A> A treeAggregate(
            SerializableSupplier<A> zero,
            SerializableBiFunction<A, ? super T, A> add,
            SerializableBiFunction<A, A, A> merge);

    /** What an aggregator makes of all rows; none where there are none. */
    public <R> Optional<R> summarize(Aggregator<? super T, R> aggregator) {
        return summarize(checked("summarize", aggregator), aggregator);
    }

    @SuppressWarnings("unchecked") // the aggregator gives what its type says
    private <R> Optional<R> summarize(CallSite site, Aggregator<? super T, R> aggregator) {
        PartitionAction<T, List<Object>> combine = (PartitionAction<T, List<Object>>)
                (PartitionAction<?, ?>) Actions.combine(aggregator.input(), aggregator.combiner());
        return Driver.reduce(site, joined(answers(site, combine)), aggregator.combiner()::merge)
                .map(combined -> (R) Driver.apply(site, aggregator.finish(), combined));
    }

    /** Gives every row to a function, on the executors. It may see a row more than once, when a task is tried again. */
    public void foreach(SerializableConsumer<? super T> function) {
        answers(checked("foreach", function), Actions.forEach(function));
    }

    /** {@link #foreach}, without waiting. Cancelling the future cancels the job. */
    public CompletableFuture<Void> foreachAsync(SerializableConsumer<? super T> function) {
        CallSite site = checked("foreachAsync", function);
        return AsyncJob.<Object>start("foreach", () -> answers(site, Actions.forEach(function)))
                .thenAccept(answers -> {});
    }

    /** Gives the rows of every partition to a function, on the executors; it need not read them all. */
    public void foreachPartition(SerializableConsumer<? super Iterator<T>> function) {
        answers(checked("foreachPartition", function), Actions.forEachPartition(function));
    }

    /** {@link #foreachPartition}, without waiting. Cancelling the future cancels the job. */
    public CompletableFuture<Void> foreachPartitionAsync(SerializableConsumer<? super Iterator<T>> function) {
        CallSite site = checked("foreachPartitionAsync", function);
        return AsyncJob.<Object>start("foreachPartition", () -> answers(site, Actions.forEachPartition(function)))
                .thenAccept(answers -> {});
    }

    /** How a number of each row is spread over so many ranges of equal width, from the least to the largest. */
    public Histogram histogram(SerializableToDoubleFunction<? super T> number, int ranges) {
        CallSite site = checked("histogram", number);
        if (ranges < 1) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, site + ": needs at least one range, not " + ranges);
        }
        Statistics found = summarize(site, Aggregators.<T>statistics(number)).orElse(Statistics.ofNothing());
        if (found.count() == 0
                || !(Math.abs(found.min()) <= Double.MAX_VALUE && Math.abs(found.max()) <= Double.MAX_VALUE)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    site + ": ranges need finite numbers; they are " + found.count() + " from " + found.min() + " to "
                            + found.max());
        }
        double[] bounds = new double[ranges + 1];
        for (int i = 0; i <= ranges; i++) {
            bounds[i] = i == ranges ? found.max() : found.min() + (found.max() / ranges - found.min() / ranges) * i;
        }
        return histogram(site, number, found.min() == found.max() ? new double[] {found.min(), found.max()} : bounds);
    }

    /** How a number of each row is spread over ranges with these bounds, in ascending order; others are not counted. */
    public Histogram histogramWithin(SerializableToDoubleFunction<? super T> number, double... bounds) {
        CallSite site = checked("histogramWithin", number);
        double[] sorted = bounds.clone();
        Arrays.sort(sorted);
        if (bounds.length < 2 || !Arrays.equals(sorted, bounds)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    site + ": needs at least two bounds in ascending order, not " + Arrays.toString(bounds));
        }
        return histogram(site, number, sorted);
    }

    private Histogram histogram(CallSite site, SerializableToDoubleFunction<? super T> number, double[] bounds) {
        long[] counts = new long[bounds.length - 1];
        for (long[] part : answers(site, Actions.<T>histogram(number, bounds))) {
            Arrays.setAll(counts, range -> counts[range] + part[range]);
        }
        return new Histogram(
                Arrays.stream(bounds).boxed().toList(),
                Arrays.stream(counts).boxed().toList());
    }

    /** Count, mean, variance, least and largest of a number of each row, in one pass. */
    public Statistics stats(SerializableToDoubleFunction<? super T> number) {
        return summarize(checked("stats", number), Aggregators.<T>statistics(number))
                .orElse(Statistics.ofNothing());
    }

    /**
     * About the numbers that stand at these shares of the sorted numbers of rows; see {@link Aggregators#quantiles}.
     *
     * @return one for each share; none where there are no rows
     */
    public double[] quantiles(SerializableToDoubleFunction<? super T> number, double... shares) {
        return summarize(checked("quantiles", number), Aggregators.<T>quantiles(number, shares))
                .orElse(new double[0]);
    }

    /** Prints the first rows to standard output as a table, with a column for each component of a record. */
    @SuppressWarnings("SystemOut") // that is what it is for
    public void show(int rows) {
        System.out.print(RowTable.of(take(CallSites.of("show"), rows)));
    }
}
