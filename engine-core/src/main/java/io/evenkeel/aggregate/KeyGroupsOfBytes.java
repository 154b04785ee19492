package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.sort.SortedRecords;
import io.evenkeel.sort.SpillContext;
import java.io.IOException;
import java.util.Arrays;

/** Groups of keys that are equal if their bytes are: a group is a run of neighbours. Confined to the task's thread. */
final class KeyGroupsOfBytes<K> implements KeyGroups<K> {

    private final Codec<K> keyCodec;
    private final SortedRecords records;
    private final GroupSides sides;
    private final ByteWriter key = new ByteWriter(64);
    private final ByteReader keyReader = new ByteReader();
    private boolean started;
    private boolean pending;
    private long hash;
    private long ordinal;

    KeyGroupsOfBytes(SpillContext context, Codec<K> keyCodec, int sides, SortedRecords records) {
        this.keyCodec = keyCodec;
        this.records = records;
        this.sides = new GroupSides(context, sides);
    }

    @Override
    public boolean next() throws IOException {
        ordinal++;
        sides.clear();
        if (!started) {
            started = true;
            pending = records.next();
        }
        if (!pending) {
            return false;
        }
        hash = records.prefix();
        key.reset();
        key.writeBytes(records.array(), records.offset() + RecordGrouper.KEY, keyLength());
        do {
            sides.append(records.array(), records.offset(), records.length());
            pending = records.next();
        } while (pending && sameKey());
        return true;
    }

    private int keyLength() {
        return RecordGrouper.keyLength(records.array(), records.offset());
    }

    private boolean sameKey() {
        if (records.prefix() != hash) {
            return false;
        }
        if (keyCodec.isOneWord()) {
            return true;
        }
        int start = records.offset() + RecordGrouper.KEY;
        return Arrays.equals(records.array(), start, start + keyLength(), key.array(), 0, key.position());
    }

    @Override
    public long hash() {
        return hash;
    }

    @Override
    public K key() {
        keyReader.reset(key.array(), 0, key.position());
        return keyCodec.read(keyReader);
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
        try (records) {
            sides.close();
        }
    }
}
