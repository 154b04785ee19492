package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.sort.RecordCursor;
import io.evenkeel.sort.SortedRecords;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.sort.SpillableRecords;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Groups of keys that are compared as objects: neighbours of equal hash may have different keys. The first key's records
 * are picked out, the others are put aside in a list that can spill, out of which the next key's are picked, until the
 * list is empty. So memory does not grow with the number of keys that share a hash.
 *
 * <p>Confined to the task's thread.
 */
final class KeyGroupsOfObjects<K> implements KeyGroups<K> {

    private final Codec<K> keyCodec;
    private final SortedRecords records;
    private final GroupSides sides;
    private final ByteReader reader = new ByteReader();

    /** Records of the current hash whose keys were not picked yet. */
    private SpillableRecords aside;

    /** Where they are put while the list is read. */
    private SpillableRecords spare;

    private boolean started;
    private boolean pending;
    private long hash;
    private long ordinal;
    private @Nullable K key;

    KeyGroupsOfObjects(SpillContext context, Codec<K> keyCodec, int sides, SortedRecords records) {
        this.keyCodec = keyCodec;
        this.records = records;
        this.sides = new GroupSides(context, sides);
        this.aside = new SpillableRecords(context);
        this.spare = new SpillableRecords(context);
    }

    @Override
    public boolean next() throws IOException {
        ordinal++;
        sides.clear();
        if (aside.count() > 0) {
            pickFromAside();
            return true;
        }
        if (!started) {
            started = true;
            pending = records.next();
        }
        if (!pending) {
            return false;
        }
        hash = records.prefix();
        key = keyOf(records);
        do {
            sort(records, aside);
            pending = records.next();
        } while (pending && records.prefix() == hash);
        return true;
    }

    private void pickFromAside() throws IOException {
        spare.clear();
        try (RecordCursor cursor = aside.open()) {
            boolean first = true;
            while (cursor.next()) {
                if (first) {
                    key = keyOf(cursor);
                    first = false;
                }
                sort(cursor, spare);
            }
        }
        aside.clear();
        SpillableRecords picked = aside;
        aside = spare;
        spare = picked;
    }

    /** Puts a record to its side if it has the current key, otherwise to those for later. */
    private void sort(RecordCursor record, SpillableRecords later) throws IOException {
        if (StructuralEquality.equals(key, keyOf(record))) {
            sides.append(record.array(), record.offset(), record.length());
        } else {
            later.append(record.array(), record.offset(), record.length());
        }
    }

    private K keyOf(RecordCursor record) {
        int length = RecordGrouper.keyLength(record.array(), record.offset());
        reader.reset(record.array(), record.offset() + RecordGrouper.KEY, length);
        return keyCodec.read(reader);
    }

    @Override
    public long hash() {
        return hash;
    }

    @Override
    @SuppressWarnings("NullAway") // null is a key like any other
    public K key() {
        return key;
    }

    @Override
    public long count(int side) {
        return sides.count(side);
    }

    @Override
    public <V> GroupValues<V> values(int side, Codec<V> codec) {
        return sides.values(this, side, codec);
    }

    @Override
    public long ordinal() {
        return ordinal;
    }

    @Override
    public void close() throws IOException {
        ordinal++;
        pending = false;
        started = true;
        key = null;
        SpillableRecords first = aside;
        SpillableRecords second = spare;
        try (records;
                sides;
                first) {
            second.close();
        }
    }
}
