package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.record.Detachable;
import io.evenkeel.sort.RecordCursor;
import io.evenkeel.sort.SpillableRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The values of one key, in the order they came. They may be more than fit into memory; they are read as often as wanted,
 * also inside their own iteration. Valid until the next key is asked for: after that, using them fails with an {@link
 * IllegalStateException} instead of showing another key's values.
 *
 * <p>Confined to the task's thread.
 */
public final class GroupValues<V> implements Iterable<V>, Detachable {

    private final KeyGroups<?> groups;
    private final long group;
    private final SpillableRecords records;
    private final Codec<V> codec;

    GroupValues(KeyGroups<?> groups, SpillableRecords records, Codec<V> codec) {
        this.groups = groups;
        this.group = groups.ordinal();
        this.records = records;
        this.codec = codec;
    }

    /** How many values there are. */
    public long count() {
        checkCurrent();
        return records.count();
    }

    private void checkCurrent() {
        if (groups.ordinal() != group) {
            throw new IllegalStateException(
                    "the values of a key are valid until the next key; copy what is needed longer");
        }
    }

    /** The values in a list. */
    @Override
    public List<V> detached() {
        List<V> copy = new ArrayList<>();
        forEach(copy::add);
        return copy;
    }

    /** The values from the first one on. Reading problems are thrown as {@link UncheckedIOException}. */
    @Override
    public Iterator<V> iterator() {
        checkCurrent();
        return new Values(records.open());
    }

    private final class Values implements Iterator<V> {

        private final RecordCursor cursor;
        private final ByteReader reader = new ByteReader();

        /** Whether the cursor stands on a value not given yet; not known yet if null. */
        private @Nullable Boolean more;

        Values(RecordCursor cursor) {
            this.cursor = cursor;
        }

        @Override
        public boolean hasNext() {
            checkCurrent();
            Boolean known = more;
            if (known == null) {
                known = advance();
                more = known;
            }
            return known;
        }

        private boolean advance() {
            try {
                if (cursor.next()) {
                    return true;
                }
                cursor.close();
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public V next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there are no more values");
            }
            more = null;
            reader.reset(cursor.array(), cursor.offset(), cursor.length());
            return codec.read(reader);
        }
    }
}
