package io.evenkeel.operator;

import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.EncodedRows;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Records;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The rows of a collection, copied when the source is made and cut into slices. A task gets its own slice only.
 * Immutable.
 */
public final class CollectionSource<T> implements RowSource<T> {

    private final int partitions;
    private final int rows;

    /** Stays at the driver: a slice travels as the split of its task. */
    private final transient List<EncodedRows> slices;

    private CollectionSource(int partitions, int rows, List<EncodedRows> slices) {
        this.partitions = partitions;
        this.rows = rows;
        this.slices = slices;
    }

    /**
     * Copies the rows.
     *
     * @throws io.evenkeel.error.EngineException if one of them can't be encoded
     */
    public static <T> CollectionSource<T> of(Collection<? extends T> rows, int partitions, CodecRegistry codecs) {
        List<T> all = new ArrayList<>(rows);
        List<EncodedRows> slices = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            int from = (int) ((long) all.size() * i / partitions);
            int to = (int) ((long) all.size() * (i + 1) / partitions);
            slices.add(EncodedRows.encode(all.subList(from, to), codecs));
        }
        return new CollectionSource<>(partitions, all.size(), slices);
    }

    @Override
    public String describe() {
        return "collection of " + rows + " rows";
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public Serializable split(int partition) {
        return slices.get(partition);
    }

    @Override
    @SuppressWarnings("unchecked") // the slice holds what the collection held
    public Records<T> open(Serializable split, TaskContext context) {
        List<T> slice = (List<T>) ((EncodedRows) split).decode(context.codecs());
        context.counters().addRead(slice.size(), 0);
        return new IteratorRecords<>(slice.iterator());
    }
}
