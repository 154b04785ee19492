package io.evenkeel.plan;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.codec.NaturalOrder;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Master;
import io.evenkeel.event.EventBus;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.id.NodeId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.operator.FilterOperator;
import io.evenkeel.operator.FlatMapOperator;
import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.PartitionAction;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.operator.RowSource;
import io.evenkeel.record.Groups;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs plans in the simplest way there is: every dataset is lists of rows, one for each partition, made from the lists below
 * it by loops and JDK collections, on the caller's thread. Nothing is encoded, combined ahead, kept or spilled, so
 * that it shares no fault with what it is compared with. Rows of an exchange lie where their hash says; sorted rows lie
 * in one partition. Confined to one thread.
 */
public final class NaiveRunner implements PlanRunner, PlanRunnerFactory {

    @Override
    public boolean supports(Master master) {
        return true;
    }

    @Override
    public PlanRunner open(Master master, Configuration configuration, EventBus events, ClassLoader applicationLoader) {
        return this;
    }

    @Override
    @SuppressWarnings("unchecked") // rows are what the user's types say
    public <T, R> void run(
            PlanNode plan,
            PartitionAction<T, R> action,
            List<PartitionIndex> partitions,
            CallSite callSite,
            ResultHandler<R> results) {
        try {
            List<List<@Nullable Object>> rows = rows(plan);
            for (PartitionIndex partition : partitions) {
                Iterator<T> part = (Iterator<T>) rows.get(partition.value()).iterator();
                results.accept(
                        partition, action.run(new IteratorRecords<>(part), new RecordedTask(partition.value(), 0)));
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private List<List<@Nullable Object>> rows(PlanNode node) throws Exception {
        if (node instanceof SourceNode source) {
            return read(source.source());
        } else if (node instanceof PipeNode pipe) {
            return piped(rows(pipe.input()), pipe.operator());
        } else if (node instanceof CacheNode cache) {
            return rows(cache.input());
        } else if (node instanceof UnionNode union) {
            List<List<@Nullable Object>> all = new ArrayList<>();
            for (PlanNode input : union.inputs()) {
                all.addAll(rows(input));
            }
            return all;
        } else if (node instanceof MergeNode merge) {
            return merged(merge);
        } else if (node instanceof ReduceNode reduce) {
            return reduced(reduce);
        }
        throw new IllegalArgumentException("no rows of their own: " + node.describe());
    }

    private static List<List<@Nullable Object>> read(RowSource<?> source) throws Exception {
        List<List<@Nullable Object>> parts = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            List<@Nullable Object> rows = new ArrayList<>();
            try (Records<?> records = source.open(source.split(partition), new RecordedTask(partition, 0))) {
                records.forEachRemaining(rows::add);
            }
            parts.add(rows);
        }
        return parts;
    }

    private static List<List<@Nullable Object>> piped(List<List<@Nullable Object>> input, Operator<?, ?> operator)
            throws Exception {
        List<List<@Nullable Object>> parts = new ArrayList<>();
        for (int partition = 0; partition < input.size(); partition++) {
            parts.add(piped(input.get(partition), operator, partition));
        }
        return parts;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // rows are what the user's types say, null among them
    private static List<@Nullable Object> piped(List<@Nullable Object> input, Operator<?, ?> operator, int partition)
            throws Exception {
        List<@Nullable Object> rows = new ArrayList<>();
        if (operator instanceof MapOperator<?, ?> map) {
            for (Object row : input) {
                rows.add(((MapOperator<Object, Object>) map).function().apply(row));
            }
        } else if (operator instanceof FilterOperator<?> filter) {
            for (Object row : input) {
                if (((FilterOperator<Object>) filter).predicate().test(row)) {
                    rows.add(row);
                }
            }
        } else if (operator instanceof FlatMapOperator<?, ?> flatMap) {
            for (Object row : input) {
                ((FlatMapOperator<Object, Object>) flatMap)
                        .function()
                        .apply(row)
                        .forEach(rows::add);
            }
        } else {
            try (Records<Object> records = ((Operator<Object, Object>) operator)
                    .open(new IteratorRecords<>(input.iterator()), new RecordedTask(partition, 0))) {
                records.forEachRemaining(rows::add);
            }
        }
        return rows;
    }

    private List<List<@Nullable Object>> merged(MergeNode merge) throws Exception {
        List<List<List<@Nullable Object>>> inputs = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        for (PlanNode input : merge.inputs()) {
            inputs.add(rows(input));
            counts.add(inputs.get(inputs.size() - 1).size());
        }
        List<List<@Nullable Object>> parts = new ArrayList<>();
        for (int partition = 0; partition < merge.partitions(); partition++) {
            List<List<@Nullable Object>> sides = new ArrayList<>();
            merge.operator()
                    .parts(partition, counts)
                    .forEach(part -> sides.add(inputs.get(part.input()).get(part.partition())));
            parts.add(merged(merge.operator(), sides));
        }
        return parts;
    }

    @SuppressWarnings("NullAway") // rows may be null
    private static List<@Nullable Object> merged(MergeOperator operator, List<List<@Nullable Object>> sides)
            throws Exception {
        List<@Nullable Object> rows = new ArrayList<>();
        if (operator instanceof MergeOperator.Coalesce) {
            sides.forEach(rows::addAll);
        } else if (operator instanceof MergeOperator.Cartesian) {
            sides.get(0).forEach(left -> sides.get(1).forEach(right -> rows.add(new Pair<>(left, right))));
        } else if (operator instanceof MergeOperator.Zip) {
            for (int i = 0; i < sides.get(0).size(); i++) {
                rows.add(new Pair<>(sides.get(0).get(i), sides.get(1).get(i)));
            }
        } else if (operator instanceof MergeOperator.ZipPartitions zip) {
            zip.function()
                    .apply(sides.get(0).iterator(), sides.get(1).iterator())
                    .forEachRemaining(rows::add);
        } else if (operator instanceof MergeOperator.ReduceInPlace reduce) {
            List<List<Entry>> entries = new ArrayList<>();
            for (int side = 0; side < sides.size(); side++) {
                MergeOperator.KeyedSide keyed = reduce.sides().get(side);
                entries.add(entries(sides.get(side), keyed.key(), keyed.value()));
            }
            return reduced(reduce.operator(), entries);
        }
        return rows;
    }

    /** A row that was split into key and value. */
    private record Entry(@Nullable Object key, @Nullable Object value) {}

    @SuppressWarnings("NullAway") // rows may be null
    private static List<Entry> entries(
            List<@Nullable Object> rows,
            SerializableFunction<Object, Object> key,
            SerializableFunction<Object, Object> value)
            throws Exception {
        List<Entry> entries = new ArrayList<>();
        for (Object row : rows) {
            entries.add(new Entry(key.apply(row), value.apply(row)));
        }
        return entries;
    }

    private List<List<@Nullable Object>> reduced(ReduceNode reduce) throws Exception {
        List<List<List<Entry>>> sides = new ArrayList<>();
        for (ExchangeNode exchange : reduce.exchanges()) {
            List<@Nullable Object> all = new ArrayList<>();
            rows(exchange.input()).forEach(all::addAll);
            sides.add(dealt(entries(all, exchange.key(), exchange.value()), exchange.partitioning()));
        }
        List<List<@Nullable Object>> parts = new ArrayList<>();
        for (int partition = 0; partition < reduce.partitions(); partition++) {
            List<List<Entry>> ofSides = new ArrayList<>();
            for (List<List<Entry>> side : sides) {
                ofSides.add(side.get(partition));
            }
            parts.add(reduced(reduce.operator(), ofSides));
        }
        return parts;
    }

    @SuppressWarnings("NullAway") // keys may be null
    private static List<List<Entry>> dealt(List<Entry> entries, Partitioning partitioning) throws Exception {
        List<List<Entry>> parts = new ArrayList<>();
        for (int partition = 0; partition < partitioning.partitions(); partition++) {
            parts.add(new ArrayList<>());
        }
        int ordinal = 0;
        for (Entry entry : entries) {
            int partition = 0;
            if (partitioning instanceof Partitioning.Hash) {
                partition = StructuralHash.reducer(StructuralHash.hash(entry.key()), parts.size());
            } else if (partitioning instanceof Partitioning.RoundRobin) {
                partition = ordinal++ % parts.size();
            } else if (partitioning instanceof Partitioning.Custom custom) {
                partition = custom.partitioner().partition(entry.key());
            }
            parts.get(partition).add(entry);
        }
        return parts;
    }

    @SuppressWarnings("NullAway") // rows may be null
    private static List<@Nullable Object> reduced(ReduceOperator operator, List<List<Entry>> sides) throws Exception {
        List<@Nullable Object> rows = new ArrayList<>();
        if (operator instanceof ReduceOperator.Rows) {
            sides.get(0).forEach(entry -> rows.add(entry.value()));
        } else if (operator instanceof ReduceOperator.Pairs) {
            sides.get(0).forEach(entry -> rows.add(new Pair<>(entry.key(), entry.value())));
        } else if (operator instanceof ReduceOperator.Sort) {
            List<Entry> sorted = new ArrayList<>(sides.get(0));
            sorted.sort(Comparator.comparing(Entry::key, NaturalOrder.nullsFirst()));
            sorted.forEach(entry -> rows.add(entry.value()));
        } else {
            for (Group group : groups(sides)) {
                rows.addAll(ofGroup(operator, group));
            }
        }
        return rows;
    }

    /** A key with its values on every side. */
    private record Group(@Nullable Object key, List<List<@Nullable Object>> sides) {}

    private static Iterable<Group> groups(List<List<Entry>> sides) {
        Map<Key, Group> groups = new LinkedHashMap<>();
        for (int side = 0; side < sides.size(); side++) {
            for (Entry entry : sides.get(side)) {
                Group group = groups.computeIfAbsent(new Key(entry.key()), key -> {
                    List<List<@Nullable Object>> values = new ArrayList<>();
                    sides.forEach(each -> values.add(new ArrayList<>()));
                    return new Group(entry.key(), values);
                });
                group.sides().get(side).add(entry.value());
            }
        }
        return groups.values();
    }

    /** Both zeros are one key, every NaN too, also in pairs, of which rows that are keys are made. */
    private record Key(@Nullable Object value) {
        Key {
            value = plain(value);
        }

        @SuppressWarnings("NullAway") // halves of pairs may be null
        private static @Nullable Object plain(@Nullable Object value) {
            if (value instanceof Pair<?, ?> pair) {
                return new Pair<>(plain(pair.key()), plain(pair.value()));
            }
            return value instanceof Double number && number == 0 ? (Object) 0.0 : value;
        }
    }

    @SuppressWarnings("NullAway") // values may be null
    private static List<@Nullable Object> ofGroup(ReduceOperator operator, Group group) throws Exception {
        List<@Nullable Object> first = group.sides().get(0);
        if (operator instanceof ReduceOperator.Aggregate aggregate) {
            return List.of(new Pair<>(group.key(), folded(aggregate.combiner(), first)));
        } else if (operator instanceof ReduceOperator.Group) {
            return List.of(new Pair<>(group.key(), first));
        } else if (operator instanceof ReduceOperator.Cogroup) {
            return List.of(new Pair<>(group.key(), Groups.of(group.sides())));
        }
        JoinType type = ((ReduceOperator.Join) operator).type();
        List<@Nullable Object> second = group.sides().get(1);
        boolean comparable = group.key() != null || type == JoinType.SUBTRACT;
        boolean matches = comparable && !first.isEmpty() && !second.isEmpty();
        List<@Nullable Object> rows = new ArrayList<>();
        switch (type) {
            case SEMI -> add(rows, group.key(), matches ? first : List.of());
            case ANTI, SUBTRACT -> add(rows, group.key(), matches ? List.of() : first);
            case INNER, LEFT_OUTER, RIGHT_OUTER, FULL_OUTER -> {
                if (matches) {
                    first.forEach(left ->
                            second.forEach(right -> rows.add(new Pair<>(group.key(), new Pair<>(left, right)))));
                    return rows;
                }
                if (type == JoinType.LEFT_OUTER || type == JoinType.FULL_OUTER) {
                    first.forEach(left -> rows.add(new Pair<>(group.key(), new Pair<>(left, null))));
                }
                if (type == JoinType.RIGHT_OUTER || type == JoinType.FULL_OUTER) {
                    second.forEach(right -> rows.add(new Pair<>(group.key(), new Pair<>(null, right))));
                }
            }
        }
        return rows;
    }

    @SuppressWarnings("NullAway") // values may be null
    private static void add(List<@Nullable Object> rows, @Nullable Object key, List<@Nullable Object> values) {
        values.forEach(value -> rows.add(new Pair<>(key, value)));
    }

    @SuppressWarnings("NullAway") // values may be null
    private static @Nullable Object folded(Combiner<Object, Object> combiner, List<@Nullable Object> values)
            throws Exception {
        Object combined = combiner.create(values.get(0));
        for (Object value : values.subList(1, values.size())) {
            combined = combiner.add(combined, value);
        }
        return combined;
    }

    @Override
    public void cancelJobs(String reason) {}

    @Override
    public void release(ShuffleId shuffle) {}

    @Override
    public void unpersist(NodeId cached) {}

    @Override
    public int kept(CacheNode cached) {
        return cached.partitions();
    }

    @Override
    public void setUnrepeatable(NodeId cached) {}

    @Override
    public boolean isKept(NodeId cached) {
        return true;
    }

    @Override
    public void broadcast(int id, @Nullable Object value) {
        throw new UnsupportedOperationException("plans that are compared broadcast nothing");
    }

    @Override
    public void unpersistBroadcast(int id) {}

    @Override
    public void destroyBroadcast(int id, String destroyedAt) {}

    @Override
    public String explainStages(PlanNode plan) {
        return PlanText.of(plan);
    }

    @Override
    public int slots() {
        return 1;
    }

    @Override
    public void close() {}
}
